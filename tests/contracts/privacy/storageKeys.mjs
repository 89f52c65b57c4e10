/**
 * Prints, as JSON, what the client's files named on standard input store in the browser: places and key, with an
 * ellipsis for what is only known when the code runs. A key is a constant, or its type names it.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

const storages = ["localStorage", "sessionStorage"];
/** Further storages of a browser, which no file uses. */
const others = new Set(["indexedDB", "caches", "cookieStore", "serviceWorker"]);

function* walk(node, parents = []) {
  yield { node, parents };
  for (const child of Object.values(node).flat())
    if (typeof child?.type === "string") yield* walk(child, [node, ...parents]);
}

/** Reads a file into its nodes; a file is read once. */
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
    const own = node.type === "ImportSpecifier" ? node.local : declares.test(node.type) && node.id;
    return own?.name === name ? [node] : [];
  });
}

/** Returns the parameter of this name of a function around a call; undefined without one. */
const parameterOf = (parents, name) =>
  parents.flatMap(({ params }) => params ?? []).find((one) => one.name === name);

/** Returns the file from which a file imports a name. */
function sourceOf(path, specifier) {
  const { parents } = nodesOf(path).find(({ node }) => node === specifier);
  return join(dirname(path), parents[0].source.value);
}

/** Returns the keys that a declaration stands for. */
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

/** Returns the expression that a function returns first. */
const returnedBy = (node) =>
  node.body.type === "BlockStatement"
    ? [...walk(node.body)].find((found) => found.node.type === "ReturnStatement")?.node.argument
    : node.body;

/** Returns the keys of a template; the first part that the code does not name becomes an ellipsis. */
function keysOfTemplate(path, quasis, parts) {
  let keys = [quasis[0].value.cooked];
  for (const [at, part] of parts.entries()) {
    const found = keysOf(path, part);
    const next = quasis[at + 1].value.cooked;
    if (found.length === 0) return keys.map((key) => `${key}…`);
    keys = keys.flatMap((key) => found.map((one) => key + one + next));
  }
  return keys;
}

/** Returns the keys that an expression or a type names; none if it names no key. */
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

/** Returns the places of a storage; both where the code chooses between them. */
const placesOf = ({ name, property }) => storages.filter((one) => one === (name ?? property?.name));

/** Returns whether a name is used other than for one of its members, as `const store = localStorage`. */
function isAlias({ node, parents: [parent] }) {
  if (node.type !== "Identifier" || !storages.includes(node.name)) return false;
  const isTested = parent.type === "BinaryExpression" && parent.operator === "in";
  return !isTested && parent.type !== "MemberExpression";
}

/** Returns what a node stores: places and keys; undefined if it stores nothing. */
function storedBy(path, found) {
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
  const isOther = node.type === "Identifier" && others.has(node.name);
  return isWritten || isOther || isAlias(found) ? { places: [], keys: [] } : undefined;
}

const paths = readFileSync(0, "utf8").split("\n").filter(Boolean);
const stored = paths.flatMap((path) =>
  nodesOf(path).flatMap((found) => {
    const one = storedBy(path, found);
    return one ? [{ path, ...one }] : [];
  }),
);
process.stdout.write(JSON.stringify(stored));
