import { isJsonObject, type JsonObject } from '@dundun/domain';

/** An operation, as far as a call of it depends on it. */
export interface SampledOperation {
  method: string;
  /** With its parameters filled in. */
  path: string;
  /** The body; undefined for none. */
  body?: unknown;
  /** Whether it takes credentials. */
  isOpen: boolean;
}

/** A call in one language, in the form that reference pages show. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Writes a value as a literal of Python or PHP. */
function literal(
  value: unknown,
  words: { true: string; false: string; null: string; pair: string; map: [string, string]; list: [string, string] },
): string {
  const { pair, map, list } = words;
  const block = (lines: string[], [open, close]: [string, string]) =>
    lines.length === 0
      ? open + close
      : `${open}\n${lines.map((each) => `    ${indented(each, 4)},`).join('\n')}\n${close}`;
  if (Array.isArray(value))
    return block(
      value.map((each) => literal(each, words)),
      list,
    );
  if (isJsonObject(value))
    return block(
      Object.entries(value as JsonObject).map(([key, each]) => `${JSON.stringify(key)}${pair}${literal(each, words)}`),
      map,
    );
  if (value === true || value === false || value === null) return words[`${value}`];
  return JSON.stringify(value);
}

const python = (value: unknown) =>
  literal(value, { true: 'True', false: 'False', null: 'None', pair: ': ', map: ['{', '}'], list: ['[', ']'] });
const php = (value: unknown) =>
  literal(value, {
    true: 'true',
    false: 'false',
    null: 'null',
    pair: ' => ',
    map: ['[', ']'],
    list: ['[', ']'],
  }).replaceAll('$', '\\$');

function curl(server: string, { method, path, body, isOpen }: SampledOperation): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${server}${path}'`,
    ...(isOpen ? [] : ['-u "$DUNDUN_API_KEY:$DUNDUN_API_SECRET"']),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${json(body).replaceAll("'", `'\\''`)}'`]),
  ];
  return parts.join(' \\\n  ');
}

function node(server: string, { method, path, body, isOpen }: SampledOperation): string {
  const headers = [
    ...(isOpen
      ? []
      : ["Authorization: 'Basic ' + btoa(`${process.env.DUNDUN_API_KEY}:${process.env.DUNDUN_API_SECRET}`)"]),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join(',\n    ')},\n  }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(json(body), 2)})`]),
  ];
  const second = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`;
  return `const response = await fetch('${server}${path}'${second});\nconsole.log(response.status, await response.json());`;
}

function pythonCall(server: string, { method, path, body, isOpen }: SampledOperation): string {
  const given = [
    `"${server}${path}"`,
    ...(isOpen ? [] : ['auth=(os.environ["DUNDUN_API_KEY"], os.environ["DUNDUN_API_SECRET"])']),
    ...(body === undefined ? [] : [`json=${indented(python(body), 4)}`]),
  ];
  const imports = isOpen ? 'import requests' : 'import os\n\nimport requests';
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n    ${given.join(',\n    ')},\n)\nprint(response.status_code, response.json())`;
}

function phpCall(server: string, { method, path, body, isOpen }: SampledOperation): string {
  const headers = [
    ...(isOpen
      ? []
      : ["'Authorization: Basic ' . base64_encode(getenv('DUNDUN_API_KEY') . ':' . getenv('DUNDUN_API_SECRET'))"]),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
  ];
  const options = [
    `'method' => '${method}'`,
    ...(headers.length === 0 ? [] : [`'header' => [\n        ${headers.join(',\n        ')},\n    ]`]),
    ...(body === undefined ? [] : [`'content' => json_encode(${indented(php(body), 4)})`]),
    "'ignore_errors' => true",
  ];
  return `$context = stream_context_create(['http' => [\n    ${options.join(',\n    ')},\n]]);\necho file_get_contents('${server}${path}', false, $context);`;
}

function go(server: string, { method, path, body, isOpen }: SampledOperation): string {
  const hasBody = body !== undefined;
  const imports = ['"fmt"', '"io"', '"net/http"', ...(isOpen ? [] : ['"os"']), ...(hasBody ? ['"strings"'] : [])];
  const given = hasBody ? 'strings.NewReader(body)' : 'nil';
  return [
    `package main\n\nimport (\n\t${imports.join('\n\t')}\n)\n`,
    'func main() {',
    // A raw string cannot hold a backtick.
    ...(hasBody ? [`\tbody := \`${json(body).replaceAll('`', '` + "`" + `')}\``] : []),
    `\trequest, _ := http.NewRequest("${method}", "${server}${path}", ${given})`,
    ...(isOpen ? [] : ['\trequest.SetBasicAuth(os.Getenv("DUNDUN_API_KEY"), os.Getenv("DUNDUN_API_SECRET"))']),
    ...(hasBody ? ['\trequest.Header.Set("Content-Type", "application/json")'] : []),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {\n\t\tpanic(err)\n\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  ].join('\n');
}

/** Returns a call of an operation in each language. Credentials come from the environment. */
export const codeSamples = (server: string, operation: SampledOperation): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curl(server, operation) },
  { lang: 'JavaScript', label: 'Node', source: node(server, operation) },
  { lang: 'Python', label: 'Python', source: pythonCall(server, operation) },
  { lang: 'PHP', label: 'PHP', source: phpCall(server, operation) },
  { lang: 'Go', label: 'Go', source: go(server, operation) },
];
