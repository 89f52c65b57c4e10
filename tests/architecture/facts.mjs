/** Prints, as JSON, what the TypeScript files named on standard input contain: imports, functions, texts. */
import { readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);
const typeNames = new Set(["ClassDeclaration", "TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);
const visibleAttributes = new Set(["alt", "aria-label", "label", "placeholder", "title"]);

function* walk(node, parents = []) {
  yield { node, parents };
  const inside = [node, ...parents];
  for (const child of Object.values(node).flat()) {
    if (typeof child?.type === "string") yield* walk(child, inside);
  }
}

const isTypeOnly = (kind, specifiers = []) =>
  kind === "type" ||
  (specifiers.length > 0 &&
    specifiers.every((one) => (one.importKind ?? one.exportKind) === "type"));

function importOf(node) {
  const { type, source } = node;
  if (type === "ImportDeclaration") {
    return { path: source.value, isType: isTypeOnly(node.importKind, node.specifiers) };
  }
  if (/^Export(?:Named|All)Declaration$/.test(type) && source) {
    return { path: source.value, isType: isTypeOnly(node.exportKind, node.specifiers) };
  }
  if (type === "ImportExpression") return { path: textOf(source) ?? null, isType: false };
  if (type === "TSImportType") return { path: source.value, isType: true };
  return undefined;
}

/** Returns the text of a string literal, or of a template with `{}` for each expression. */
function textOf(node) {
  if (node.type === "Literal" && typeof node.value === "string") return node.value.toWellFormed();
  if (node.type !== "TemplateLiteral") return undefined;
  const text = node.quasis.map((part) => part.value.cooked).join("{}");
  return text.toWellFormed();
}

const containsJsx = (body) =>
  [...walk(body)].some(({ node }) => /^JSX(?:Element|Fragment)$/.test(node.type));

function nameOf(node, [parent]) {
  return node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? "";
}

/** Returns whether a function is the callback of `describe`, which is exempt from the rules of functions. */
const isDescribeCallback = ([parent]) =>
  parent?.type === "CallExpression" && firstIdentifier(parent) === "describe";

/** Returns the identifier that a call begins with: `describe` of `describe.each(languages)("…", …)`. */
function firstIdentifier({ callee, object, name }) {
  const before = callee ?? object;
  return before ? firstIdentifier(before) : name;
}

function functionOf({ node, parents }, lineAt) {
  if (!functionTypes.has(node.type) || !node.body || isDescribeCallback(parents)) return undefined;
  const name = nameOf(node, parents);
  return {
    name,
    line: lineAt(node.start),
    lines: lineAt(node.end) - lineAt(node.start) + 1,
    parameters: node.params.length,
    isComponent: /^[A-Z]/.test(name) && containsJsx(node.body),
  };
}

function visibleText({ node, parents }) {
  if (node.type === "JSXText") return node.value.trim();
  const [parent, grandparent] = parents;
  const container = parent?.type === "JSXExpressionContainer" ? grandparent : parent;
  const text = textOf(node);
  if (text === undefined || !/^JSX(?:Attribute|Element|Fragment)$/.test(container?.type ?? ""))
    return "";
  const isSeen =
    container.type !== "JSXAttribute" || visibleAttributes.has(nameOfAttribute(container));
  return isSeen ? text : "";
}

const nameOfAttribute = ({ name }) => name.name;

/** Returns the comments of the code; literals are blanked first, as they may contain `//`. */
function commentsOf(code, nodes, lineAt) {
  let rest = code;
  for (const { node } of nodes) {
    if (!["Literal", "TemplateElement", "JSXText"].includes(node.type)) continue;
    const blank = " ".repeat(node.end - node.start);
    rest = rest.slice(0, node.start) + blank + rest.slice(node.end);
  }
  return [...rest.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(({ 0: text, index }) => ({
    line: lineAt(index),
    text: code.slice(index, index + text.length),
  }));
}

const isCast = ({ type, typeAnnotation }) =>
  type === "TSAsExpression" && typeAnnotation.typeName?.name !== "const";

function factsOf(path) {
  const code = readFileSync(path, "utf8");
  const tree = parseAst(code, { lang: path.endsWith("x") ? "tsx" : "ts" });
  const lineAt = (offset) => code.slice(0, offset).split("\n").length;
  const nodes = [...walk(tree)];
  const linesOf = (found) => nodes.filter(found).map(({ node }) => lineAt(node.start));
  return {
    imports: nodes.flatMap(({ node }) => importOf(node) ?? []),
    functions: nodes.flatMap((found) => functionOf(found, lineAt) ?? []),
    types: nodes.flatMap(({ node }) => (typeNames.has(node.type) && node.id ? node.id.name : [])),
    comments: commentsOf(code, nodes, lineAt),
    casts: linesOf(({ node }) => isCast(node)),
    state: linesOf(({ node, parents }) => isState(node, parents)),
    isBarrel:
      tree.body.length > 0 &&
      tree.body.every((statement) => Boolean(statement.source)) &&
      tree.body.some(({ type }) => type.startsWith("Export")),
    shown: nodes.flatMap((found) => visibleText(found) || []),
    texts: nodes.flatMap(({ node }) => textOf(node) ?? []),
  };
}

/** Returns whether a node is a module-level `let` or `var`, that is, mutable state of the module. */
function isState(node, parents) {
  const isTop = parents.every(({ type }) => type === "Program" || type.startsWith("Export"));
  return isTop && node.type === "VariableDeclaration" && node.kind !== "const";
}

const paths = readFileSync(0, "utf8").split("\n").filter(Boolean);
process.stdout.write(
  JSON.stringify(Object.fromEntries(paths.map((path) => [path, factsOf(path)]))),
);
