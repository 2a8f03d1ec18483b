import { rmSync } from 'node:fs';
import { bundle } from '../../tools/library/bundle.mjs';
import { writeDeclarations } from '../../tools/library/declarations.mjs';
import { writeSchema } from '../../tools/library/schema.mjs';

const folder = import.meta.dirname;
rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
await bundle(folder, { platform: 'node', target: 'node18' });
writeDeclarations(folder, { '@dundun/client': './schema.js' });
await writeSchema(folder);
