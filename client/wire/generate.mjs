/** Writes types.generated.ts from shared/api.json. */
import { readFileSync, writeFileSync } from "node:fs";

const source = "shared/api.json";
const target = "client/wire/types.generated.ts";

/** Returns the TypeScript type of a JSON schema; throws for a schema that it does not know. */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  return typeByName(schema);
}

/** Returns the TypeScript type of a schema by its `type`. */
function typeByName(schema) {
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly ${inBrackets(typeOf(schema.items ?? {}))}[]`;
    case "object":
      return objectType(schema);
    case undefined:
      return "unknown";
    default:
      throw new Error(`${source}: no TypeScript is known for ${JSON.stringify(schema)}`);
  }
}

/** Returns a type, in brackets if it is a union. */
function inBrackets(type) {
  return type.includes(" | ") ? `(${type})` : type;
}

/** Returns the TypeScript type of an object schema: a record, or its fields. */
function objectType(schema) {
  if (!schema.properties) {
    const values = schema.additionalProperties ? typeOf(schema.additionalProperties) : "unknown";
    return `Readonly<Record<string, ${values}>>`;
  }
  return `{\n${fields(schema)}\n}`;
}

/** Returns the fields of an object type, sorted by name. */
function fields({ properties, required = [] }) {
  const names = Object.keys(properties).sort();
  return names
    .map(
      (name) =>
        `  readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(properties[name])};`,
    )
    .join("\n");
}

const { schemas } = JSON.parse(readFileSync(source, "utf8")).components;
const declarations = Object.keys(schemas)
  .sort()
  .map((name) =>
    schemas[name].properties
      ? `export interface ${name} ${objectType(schemas[name])}\n`
      : `export type ${name} = ${typeOf(schemas[name])};\n`,
  );
const head = `/** Types of requests and responses; written by generate.mjs from ${source}. */\n`;
writeFileSync(target, [head, ...declarations].join("\n"));
