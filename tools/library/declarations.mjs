import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { FORMATS } from './bundle.mjs';

/**
 * Writes the types of index.ts, and of the files it refers to, next to the bundles of a library.
 * @param replaced unpublished packages by name, each with the file that has its types
 */
export function writeDeclarations(folder, replaced = {}) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = declarationOf(join(folder, 'src', `${name}.ts`));
    const published = text.replace(/(from ')([^']+)'/g, (whole, from, target) => {
      if (target.startsWith('./')) visit(target.slice(2).replace(/\.js$/, ''));
      return target in replaced ? `${from}${replaced[target]}'` : whole;
    });
    for (const format of Object.values(FORMATS)) writeFileSync(join(folder, 'dist', format, `${name}.d.ts`), published);
  };
  visit('index');
}

function declarationOf(fileName) {
  const compilerOptions = { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2022 };
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions,
  });
  if (diagnostics?.length) {
    const host = {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => '\n',
    };
    throw new Error(ts.formatDiagnostics(diagnostics, host));
  }
  return outputText;
}
