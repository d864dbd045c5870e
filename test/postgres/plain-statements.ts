import { type NodePath, parseSync, traverse, type types } from '@babel/core';
import { areaOf, readSource, sourceFiles } from '../repository/module-graph.ts';

/** A statement of plain SQL where it is sent. */
export interface PlainStatement {
  file: string;
  line: number;
  /** As it stands in the source; of a statement that stands elsewhere, what it is called. */
  text: string;
  /** The statement stands here, as a text. */
  isText: boolean;
  /** It is prepared under a name of its own. */
  isPrepared: boolean;
  /** The function that sends it. */
  sender: string;
}

const nameOf = (key: types.Node | null | undefined): string | undefined => {
  if (key?.type === 'PrivateName') return key.id.name;
  return key?.type === 'Identifier' ? key.name : undefined;
};

/** Returns the name of a function that has one: declared, a method, or kept in a constant of the module or a property. */
function functionName(path: NodePath): string | undefined {
  const { node, parent, parentPath } = path;
  if (node.type === 'FunctionDeclaration') return nameOf(node.id);
  if (node.type === 'ClassMethod' || node.type === 'ObjectMethod' || node.type === 'ClassPrivateMethod')
    return nameOf(node.key);
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return undefined;
  if (parent.type === 'ObjectProperty') return nameOf(parent.key);
  const isOfModule =
    parentPath?.parentPath?.parentPath?.isProgram() ||
    parentPath?.parentPath?.parentPath?.isExportNamedDeclaration();
  return parent.type === 'VariableDeclarator' && isOfModule ? nameOf(parent.id) : undefined;
}

function senderOf(path: NodePath): string {
  for (let at: NodePath | null = path; at; at = at.parentPath) {
    const name = functionName(at);
    if (name !== undefined) return name;
  }
  return 'main';
}

/** A text of the product's sources. */
export interface SourceText {
  file: string;
  /** As it stands there, without the name at its head. */
  source: string;
  /** With `$0` in the place of what is put in, on one line. */
  plain: string;
}

const treeOf = (file: string, source: string) =>
  parseSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
  })!;

/** The files of the server's programs. */
export const FILES = sourceFiles().filter((file) => ['core', 'api', 'workers', 'bin'].includes(areaOf(file)));

/** The name at the head of a statement that is not prepared: the function that sends it. */
export const NAMED = /^\s*\/\* (\w+) \*\/ /;

/** Returns every text in the sources of the product. */
export const sourceTexts = (): SourceText[] =>
  FILES.flatMap((file) => {
    const source = readSource(file);
    const found: SourceText[] = [];
    const add = (text: string, plain: string): void => {
      const onOneLine = plain.replace(NAMED, '').replace(/\s+/g, ' ').trim();
      found.push({ file, source: text.replace(NAMED, ''), plain: onOneLine });
    };
    traverse(treeOf(file, source), {
      enter({ node }) {
        if (node.type === 'StringLiteral') add(node.value, node.value);
        if (node.type === 'TemplateLiteral')
          add(
            source.slice(node.start! + 1, node.end! - 1),
            node.quasis.map(({ value }) => value.cooked ?? '').join('$0'),
          );
      },
    });
    return found;
  });

/** Returns all statements of the product that are sent by `query`. */
export const plainStatements = (): PlainStatement[] =>
  FILES.flatMap((file) => {
    const source = readSource(file);
    const found: PlainStatement[] = [];
    traverse(treeOf(file, source), {
      enter(path) {
        const { node } = path;
        if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
        const [given] = node.arguments;
        if (nameOf(node.callee.property) !== 'query' || !given) return;
        const isText = given.type === 'StringLiteral' || given.type === 'TemplateLiteral';
        const isPrepared =
          given.type === 'ObjectExpression' &&
          given.properties.some((one) => one.type === 'ObjectProperty' && nameOf(one.key) === 'name');
        const [start, end] = isText ? [given.start! + 1, given.end! - 1] : [given.start!, given.end!];
        const text = source.slice(start, end);
        found.push({ file, line: node.loc!.start.line, text, isText, isPrepared, sender: senderOf(path) });
      },
    });
    return found;
  });

/** A statement that is typed by entities, where it is made. */
export interface TypedStatement {
  file: string;
  line: number;
  table: string;
  /** All calls that make it up, as they stand in the source. */
  text: string;
}

/** What begins a typed statement, or takes one more table into it. */
const OF_TABLES =
  /^(insertInto|updateTable|deleteFrom|selectFrom|mergeInto|using|(inner|left|right|full)Join)$/;

/** Returns the call chain that a call is part of. */
function wholeChain(path: NodePath): NodePath {
  const { parentPath } = path;
  const isCallee = parentPath?.node.type === 'CallExpression' && path.key === 'callee';
  const isObject = parentPath?.node.type === 'MemberExpression' && path.key === 'object';
  return isCallee || isObject ? wholeChain(parentPath!) : path;
}

/** Returns all statements of the product that are typed by entities, one for each table that they name. */
export const typedStatements = (): TypedStatement[] =>
  FILES.flatMap((file) => {
    const source = readSource(file);
    const found: TypedStatement[] = [];
    traverse(treeOf(file, source), {
      CallExpression(path) {
        const { callee, arguments: given } = path.node;
        if (callee.type !== 'MemberExpression' || !OF_TABLES.test(nameOf(callee.property) ?? '')) return;
        const [named] = given;
        if (named?.type !== 'StringLiteral') return;
        const { node } = wholeChain(path);
        const text = source.slice(node.start!, node.end!);
        found.push({ file, line: path.node.loc!.start.line, table: named.value.split(' ')[0]!, text });
      },
    });
    return found;
  });
