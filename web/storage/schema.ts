/**
 * Checks a value of JSON against a schema of the few keywords that the published schemas use. Compiled validators need
 * `eval`, which the page's policy forbids; a test compares this one with Ajv.
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: false;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly definitions?: Readonly<Record<string, Schema>>;
  // What only people read.
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
}

export interface Fault {
  /** A JSON pointer: `/cards/3/card/due`; empty for the whole. */
  readonly where: string;
  readonly keyword: keyof Schema;
  /** What was expected, as the schema has it. */
  readonly expected: string;
  /** What was found, shortened. */
  readonly found: string;
}

/** The first fault, or nothing. */
export function firstFault(value: unknown, schema: Schema): Fault | undefined {
  return check(value, schema, '', schema.definitions ?? {});
}

/** Whatever is nested may be large: its kind says enough. */
function words(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  }
  const short = typeof value === 'string' ? value.slice(0, 60) : value;
  return (JSON.stringify(short) ?? 'nothing').slice(0, 60);
}

const list = (values: readonly unknown[]) => values.map(words).join(', ');

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** A whole number is a number too. */
const isOf = (value: unknown, type: string) =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

function check(
  value: unknown,
  schema: Schema,
  where: string,
  definitions: Readonly<Record<string, Schema>>,
): Fault | undefined {
  const fault = (keyword: keyof Schema, expected: string): Fault => ({
    ...{ where, keyword, expected },
    found: words(value),
  });
  if (schema.$ref !== undefined) {
    const meant = definitions[schema.$ref.replace('#/definitions/', '')];
    return meant && check(value, meant, where, definitions);
  }
  if (schema.type !== undefined) {
    const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
    if (!types.some((type) => isOf(value, type))) return fault('type', types.join(' or '));
  }
  if ('const' in schema && value !== schema.const) return fault('const', words(schema.const));
  if (schema.enum && !schema.enum.includes(value)) return fault('enum', list(schema.enum));
  if (typeof value === 'number') {
    const { minimum = value, maximum = value } = schema;
    if (value < minimum) return fault('minimum', `at least ${minimum}`);
    if (value > maximum) return fault('maximum', `at most ${maximum}`);
  }
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = value.length } = schema;
    if (value.length < minLength) return fault('minLength', `at least ${minLength} characters`);
    if (value.length > maxLength) return fault('maxLength', `at most ${maxLength} characters`);
  }
  if (Array.isArray(value)) {
    const { maxItems = value.length, items } = schema;
    if (value.length > maxItems) {
      return {
        where,
        keyword: 'maxItems',
        expected: `at most ${maxItems}`,
        found: `${value.length}`,
      };
    }
    return items && firstOf(value, (item, i) => check(item, items, `${where}/${i}`, definitions));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return checkFields(value, schema, where, definitions);
}

function checkFields(
  value: object,
  { required = [], properties = {}, additionalProperties }: Schema,
  where: string,
  definitions: Readonly<Record<string, Schema>>,
): Fault | undefined {
  const fields = Object.keys(value);
  const missing = required.find((field) => !Object.hasOwn(value, field));
  if (missing !== undefined) {
    return {
      where,
      keyword: 'required',
      expected: words(missing),
      found: list(fields).slice(0, 60),
    };
  }
  return firstOf(fields, (field) => {
    const at = `${where}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const part: unknown = Object.getOwnPropertyDescriptor(value, field)?.value;
    // Asked of the schema's own fields: `__proto__` is none.
    const expected = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (expected) return check(part, expected, at, definitions);
    if (additionalProperties !== false) return undefined;
    const allowed = list(Object.keys(properties));
    return { where, keyword: 'additionalProperties', expected: allowed, found: words(field) };
  });
}

function firstOf<T>(
  values: readonly T[],
  run: (value: T, i: number) => Fault | undefined,
): Fault | undefined {
  for (const [i, value] of values.entries()) {
    const fault = run(value, i);
    if (fault) return fault;
  }
  return undefined;
}
