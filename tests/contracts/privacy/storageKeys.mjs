/**
 * Prints, as JSON, the storages and keys to which the client's files named on standard input write. A key is read
 * from a constant or from its type; an ellipsis stands for a part that is only known at runtime.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

const storages = ["localStorage", "sessionStorage"];
/** Other storages of a browser; a use is reported without a key. */
const otherStorages = new Set(["indexedDB", "caches", "cookieStore", "serviceWorker"]);

function* walk(node, parents = []) {
  yield { node, parents };
  for (const child of Object.values(node).flat())
    if (typeof child?.type === "string") yield* walk(child, [node, ...parents]);
}

/** Returns the syntax nodes of a file with their parents; memoized. */
const files = new Map();
function nodesOf(path) {
  if (!files.has(path)) {
    const lang = { x: "tsx", s: path.endsWith(".js") ? "js" : "ts" }[path.at(-1)];
    files.set(path, [...walk(parseAst(readFileSync(path, "utf8"), { lang }))]);
  }
  return files.get(path);
}

const declares = /^(?:VariableDeclarator|FunctionDeclaration|TSTypeAliasDeclaration)$/;

/** Returns the declarations of a name in a file: constants, functions, types, imports. */
function declarationsOf(path, name) {
  return nodesOf(path).flatMap(({ node }) => {
    const identifier =
      node.type === "ImportSpecifier" ? node.local : declares.test(node.type) && node.id;
    return identifier?.name === name ? [node] : [];
  });
}

/** Returns the parameter with this name of a function around a node, if there is one. */
const parameterOf = (parents, name) =>
  parents.flatMap(({ params }) => params ?? []).find((one) => one.name === name);

/** Returns the file from which a file imports a name. */
function sourceOf(path, specifier) {
  const { parents } = nodesOf(path).find(({ node }) => node === specifier);
  return join(dirname(path), parents[0].source.value);
}

/** Returns the keys that the value or type of a declaration can have. */
function keysOfDeclaration(path, node) {
  switch (node.type) {
    case "ImportSpecifier":
      return keysOfName(sourceOf(path, node), node.imported.name);
    case "TSTypeAliasDeclaration":
      return keysOf(path, node.typeAnnotation);
    case "FunctionDeclaration":
      return keysOf(path, node.returnType ?? returnedBy(node));
    default:
      return keysOf(path, node.init);
  }
}

const keysOfName = (path, name) =>
  declarationsOf(path, name).flatMap((node) => keysOfDeclaration(path, node));

/** Returns the expression of the first `return` of a function. */
const returnedBy = (node) =>
  node.body.type === "BlockStatement"
    ? [...walk(node.body)].find((found) => found.node.type === "ReturnStatement")?.node.argument
    : node.body;

/** Returns the keys that a template can have; at the first part of unknown value they end in an ellipsis. */
function keysOfTemplate(path, quasis, parts) {
  let keys = [quasis[0].value.cooked];
  for (const [index, part] of parts.entries()) {
    const found = keysOf(path, part);
    const next = quasis[index + 1].value.cooked;
    if (found.length === 0) return keys.map((key) => `${key}…`);
    keys = keys.flatMap((key) => found.map((value) => key + value + next));
  }
  return keys;
}

/** Returns the strings that an expression or a type can be; none if they are unknown. */
function keysOf(path, node) {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return keysOfTemplate(path, node.quasis, node.expressions);
    case "TSTemplateLiteralType":
      return keysOfTemplate(path, node.quasis, node.types);
    case "Identifier":
      return keysOfName(path, node.name);
    case "CallExpression":
      return keysOf(path, node.callee);
    case "ArrowFunctionExpression":
      return keysOf(path, node.returnType ?? returnedBy(node));
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap((one) => keysOf(path, one));
    case "TSUnionType":
      return node.types.flatMap((one) => keysOf(path, one));
    case "TSTypeReference":
      return keysOf(path, node.typeName);
    case "TSTypeQuery":
      return keysOf(path, node.exprName);
    case "TSTypeAnnotation":
      return keysOf(path, node.typeAnnotation);
    case "TSLiteralType":
      return keysOf(path, node.literal);
    default:
      return [];
  }
}

const isMember = (node, name) => node?.type === "MemberExpression" && node.property.name === name;

/** Returns the storage that an expression names, as a list; empty if it names none. */
const placesOf = ({ name, property }) =>
  storages.filter((storage) => storage === (name ?? property?.name));

/** Returns whether a storage is used as a value, as in `const store = localStorage`. */
function isAlias({ node, parents: [parent] }) {
  if (node.type !== "Identifier" || !storages.includes(node.name)) return false;
  const isTested = parent.type === "BinaryExpression" && parent.operator === "in";
  return !isTested && parent.type !== "MemberExpression";
}

/** Returns the storages and keys that a node writes to; undefined if it writes none. */
function writtenBy(path, found) {
  const { node } = found;
  if (node.type === "CallExpression" && isMember(node.callee, "setItem")) {
    const places = placesOf(node.callee.object);
    const [key] = node.arguments;
    const parameter = parameterOf(found.parents, key.name);
    const keys = keysOf(path, parameter ? parameter.typeAnnotation : key);
    return { places: places.length > 0 ? places : storages, keys };
  }
  if (node.type === "AssignmentExpression" && isMember(node.left, "cookie")) {
    const names = keysOf(path, node.right).map((text) => text.split("=")[0]);
    return { places: ["cookie"], keys: names };
  }
  const isWritten = node.type === "AssignmentExpression" && placesOf(node.left.object ?? {})[0];
  const isOtherStorage = node.type === "Identifier" && otherStorages.has(node.name);
  return isWritten || isOtherStorage || isAlias(found) ? { places: [], keys: [] } : undefined;
}

const paths = readFileSync(0, "utf8").split("\n").filter(Boolean);
const stored = paths.flatMap((path) =>
  nodesOf(path).flatMap((found) => {
    const write = writtenBy(path, found);
    return write ? [{ path, ...write }] : [];
  }),
);
process.stdout.write(JSON.stringify(stored));
