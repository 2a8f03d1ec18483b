/** One setting of a provider as a form field. */
export interface Setting {
  name: string;
  label: string;
  kind: 'text' | 'lines' | 'number' | 'switch' | 'choice';
  required: boolean;
  secret: boolean;
  options: string[];
  /** The default value. */
  standard: string;
  hint: string;
}

/** One way to enter an account, named by its first required setting. */
export interface Variant {
  name: string;
  settings: Setting[];
}

type Schema = Record<string, unknown>;

const ABBREVIATIONS: Record<string, string> = {
  api: 'API',
  arn: 'ARN',
  oauth: 'OAuth',
  id: 'ID',
  pass: 'password',
  sid: 'SID',
  tls: 'TLS',
  url: 'URL',
};

/** Turns "accessKeyId" into "Access key ID". */
export function labelOf(name: string): string {
  const label = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns the variants of a JSON schema of settings: the simplest first, and of those the one with the most settings. */
export function variantsOf(schema: Schema, secrets: readonly string[]): Variant[] {
  const branches = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [schema];
  return branches
    .filter((branch) => branch.type === 'object')
    .map((branch) => variantOf(branch, secrets))
    .sort((a, b) => requiredIn(a) - requiredIn(b) || b.settings.length - a.settings.length);
}

const requiredIn = ({ settings }: Variant): number => settings.filter(({ required }) => required).length;

function variantOf(schema: Schema, secrets: readonly string[]): Variant {
  const required = (schema.required ?? []) as string[];
  const settings = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, property]) => ({
    name,
    label: labelOf(name),
    kind: kindOf(property),
    required: required.includes(name),
    secret: secrets.includes(name),
    options: ((property.enum ?? []) as unknown[]).map(String),
    standard: property.default === undefined ? '' : String(property.default),
    hint: typeof property.description === 'string' ? property.description : '',
  }));
  return { name: required[0] ?? '', settings };
}

function kindOf({ type, enum: options, format }: Schema): Setting['kind'] {
  if (format === 'lines') return 'lines';
  if (Array.isArray(options)) return 'choice';
  if (type === 'boolean') return 'switch';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}
