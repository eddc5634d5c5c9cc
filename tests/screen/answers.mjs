// SPDX-License-Identifier: Apache-2.0
// answers.mjs [GAMES]: does the engine answer what the page believes? Bots play games of every title (one
// each, or so many), every question of web/src/engine/engine.ts is asked again and again, and each answer
// is held to the type that the page gives it: a field that the type lacks, one that is missing and one of
// another kind are wrong. So is a field of the types that no answer had, and a question that only one
// side knows. Last line: N passed, M failed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "../../web/node_modules/typescript/lib/typescript.js";
import { newEngine } from "../../web/tests/engine.mjs";
import { ROOT } from "../../web/tests/table.mjs";

const GAMES = Number(process.argv[2] ?? 1);
const MOST = 1500; // actions of a game
const STEPS = 2000; // of a search for a run: what it finds matters here, not how good it is

// --- what the page believes ----------------------------------------------------------------------

const web = join(ROOT, "web");
const { config } = ts.readConfigFile(join(web, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web);
const program = ts.createProgram([join(web, "src/engine/engine.ts")], options);
const checker = program.getTypeChecker();

/** Question -> type of its answer, from every `this.ask({ ask: "…" })`. */
function believed() {
  const types = new Map();
  const look = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === "this.ask") {
      const word = node.arguments[0].properties.find((p) => p.name?.getText() === "ask");
      types.set(word.initializer.text, checker.getTypeAtLocation(node));
    }
    ts.forEachChild(node, look);
  };
  look(program.getSourceFile(join(web, "src/engine/engine.ts")));
  return types;
}

const name = (symbol) => {
  const of = symbol.declarations?.[0]?.parent;
  return of && ts.isInterfaceDeclaration(of) ? `${of.name.text}.${symbol.name}` : symbol.name;
};

/** All that is wrong with a value of this type, a sentence each; what was right goes to `right`. */
function wrong(value, type, where, right) {
  if (type.isUnion()) {
    const kinds = type.types.filter((t) => !(t.flags & ts.TypeFlags.Undefined));
    const tries = kinds.map((one) => {
      const held = [];
      const faults = wrong(value, one, where, held);
      const alike = one.getProperties().filter((p) => Object.hasOwn(Object(value), p.name)).length;
      return { held, faults, alike };
    });
    const fits = tries.find((one) => one.faults.length === 0);
    if (fits) right.push(...fits.held);
    else tries.sort((a, b) => b.alike - a.alike || a.faults.length - b.faults.length); // the one that is meant
    return fits ? [] : tries[0].faults;
  }
  if (type.isLiteral() || type.flags & ts.TypeFlags.BooleanLiteral) {
    const wanted = type.isLiteral() ? type.value : type.intrinsicName === "true";
    return value === wanted ? [] : [`${where}: ${JSON.stringify(value)}, not ${checker.typeToString(type)}`];
  }
  const plain = { string: ts.TypeFlags.String, number: ts.TypeFlags.Number, boolean: ts.TypeFlags.Boolean };
  if (value === null) return type.flags & ts.TypeFlags.Null ? [] : [`${where}: null, not ${checker.typeToString(type)}`];
  if (typeof value !== "object")
    return plain[typeof value] & type.flags ? [] : [`${where}: ${typeof value}, not ${checker.typeToString(type)}`];
  if (Array.isArray(value) || checker.isArrayType(type)) {
    if (!Array.isArray(value) || !checker.isArrayType(type)) return [`${where}: not ${checker.typeToString(type)}`];
    const [each] = checker.getTypeArguments(type);
    return value.flatMap((v, i) => wrong(v, each, `${where}[${i}]`, right));
  }
  const any = type.getStringIndexType();
  if (any) return Object.entries(value).flatMap(([k, v]) => wrong(v, any, `${where}.${k}`, right));
  const fields = new Map(type.getProperties().map((p) => [p.name, p]));
  if (!(type.flags & ts.TypeFlags.Object)) return [`${where}: an object, not ${checker.typeToString(type)}`];
  const faults = [...fields.values()].filter((p) => !(p.name in value) && !(p.flags & ts.SymbolFlags.Optional))
    .map((p) => `${where}.${p.name} is missing (${name(p)})`);
  for (const [k, v] of Object.entries(value)) {
    const field = fields.get(k);
    if (!field) {
      faults.push(`${where}.${k}: ${checker.typeToString(type)} has no such field`);
      continue;
    }
    right.push(field);
    faults.push(...wrong(v, checker.getTypeOfSymbol(field), `${where}.${k}`, right));
  }
  return faults;
}

/** Every field that a type can have, at any depth. */
function allFields(type, fields = new Set(), known = new Set()) {
  if (known.has(type)) return fields;
  known.add(type);
  if (type.isUnion()) type.types.forEach((t) => allFields(t, fields, known));
  else if (checker.isArrayType(type)) allFields(checker.getTypeArguments(type)[0], fields, known);
  else if (type.flags & ts.TypeFlags.Object) {
    const any = type.getStringIndexType();
    if (any) allFields(any, fields, known);
    for (const p of type.getProperties()) {
      fields.add(p);
      allFields(checker.getTypeOfSymbol(p), fields, known);
    }
  }
  return fields;
}

// --- what the engine answers -----------------------------------------------------------------------

const types = believed();
const engine = newEngine();
const faults = new Map(); // sentence -> how often
const seen = new Set();
const asked = new Map(); // question -> answers
const complain = (sentence) => faults.set(sentence, (faults.get(sentence) ?? 0) + 1);

function ask(question) {
  const answer = engine(question);
  const type = types.get(question.ask);
  asked.set(question.ask, (asked.get(question.ask) ?? 0) + 1);
  if (!type) complain(`${question.ask}: engine.ts does not ask it`);
  const right = [];
  for (const sentence of type ? wrong(answer, type, question.ask, right) : [])
    complain(sentence.replaceAll(/\[\d+\]/g, "[…]"));
  right.forEach((field) => seen.add(field));
  return answer;
}

/** Everything that can be asked of a situation. */
function lookAround(k) {
  const legal = ask({ ask: "legal", limit: STEPS });
  const view = ask({ ask: "view" });
  ask({ ask: "view", at: Math.max(0, k - 3) });
  ask({ ask: "decision" });
  ask({ ask: "ahead", limit: STEPS });
  ask({ ask: "market" });
  ask({ ask: "board" });
  const asked = view.decision?.player ?? "nobody";
  ask({ ask: "programmes", list: [{ do: "line", player: asked, seen: k, lines: [legal.choices[0]?.line ?? ""] }, { do: "pass", player: asked, seen: k }] });
  ask({ ask: "programmes", list: [{ do: "dance", player: asked, seen: 0 }] });
  ask({ ask: "position", say: [`${view.players[0].name} cash 9`] });
  ask({ ask: "map", line: legal.best?.routes.length ? legal.best.line : undefined });
  const some = legal.choices.filter((_, i) => i % (1 + Math.floor(legal.choices.length / 3)) === 0);
  for (const c of some) {
    ask({ ask: "preview", line: c.line });
    if (c.kind === "lay") ask({ ask: "hex", hex: c.hex, tile: c.tile, rotation: c.rotation });
    if (c.kind === "lay") ask({ ask: "links", hex: c.hex, tile: c.tile });
    if (c.kind === "lay") ask({ ask: "tile", tile: c.tile, rotation: c.rotation });
  }
  if (k % 99 === 0) ask({ ask: "hint", level: "casual" });
  if (k % 9 === 0) ask({ ask: "reason", at: k - 1, kind: "beginner" });
  ask({ ask: "preview", line: `${view.players[0].name} pass` });
  ask({ ask: "why", hex: view.map[k % view.map.length].hex });
  for (const { train, stops } of legal.best?.routes ?? [])
    for (const { hex } of [...stops, { hex: view.map[k % view.map.length].hex }])
      ask({ ask: "reroute", line: legal.best.line, train, hex });
  if (legal.best) ask({ ask: "reroute", line: legal.best.line });
  for (const { train, way } of legal.best?.routes ?? [])
    ask({ ask: "reroute", line: legal.best.line, train, from: way[way.length >> 1], hex: view.map[k % view.map.length].hex });
  for (const { train } of legal.best?.routes ?? []) ask({ ask: "reroute", line: legal.best.line, train });
}

function play(title, seed) {
  const kinds = ["varied", "steady"];
  const many = title.min_players + (seed % (title.max_players - title.min_players + 1));
  const players = ["Anna", "Bo", "Cia", "Dan", "Eva", "Finn", "Gina", "Hugo"].slice(0, many);
  ask({ ask: "new", title: title.id, players, seed });
  let over = false, k = 0;
  const steps = new Set();
  for (; !over && k < MOST; k++) {
    const { step } = engine({ ask: "decision" });
    if (k % 11 === 0 || !steps.has(step)) lookAround(k);
    steps.add(step);
    const { line } = ask({ ask: "bot", kind: kinds[k % 2], seed });
    over = ask({ ask: "do", line, view: k % 5 === 0 }).over;
  }
  lookAround(k);
  ask({ ask: "series" });
  ask({ ask: "log", from: Math.max(0, k - 40) });
  ask({ ask: "words" });
  ask({ ask: "incomes", limit: STEPS });
  ask({ ask: "purses" });
  ask({ ask: "legend" });
  for (const c of ask({ ask: "view" }).companies.slice(0, 2)) ask({ ask: "reach", company: c.id });
  ask({ ask: "tiles" });
  ask({ ask: "tiles", hex: ask({ ask: "view" }).map[0].hex });
  ask({ ask: "story", player: 0 });
  ask({ ask: "story", from: 0, to: k });
  const exported = ask({ ask: "export" });
  const record = ask({ ask: "record" });
  for (const { text } of [exported, record]) if (text) ask({ ask: "found", text, name: "a file" });
  const seats = players.map((name) => ({ name, kind: "greedy", color: "#0072b2", shown: "Åsa" }));
  ask({ ask: "open", text: `# game: Sunday\n# seats: ${JSON.stringify(seats)}\n${record.text}`, name: "again" });
  ask({ ask: "back", to: k - 3 });
  ask({ ask: "struck" });
  console.log(`${title.id}: ${players.length} players, ${k} actions${over ? ", to the end" : ""}`);
}

/** What games of bots seldom come to. */
const SITUATIONS = [
  "title: 18nl\nplayers: Anna, Bo\nposition: Anna bankrupt; over bankrupt\n",
  "title: 18nl\nplayers: Anna, Bo\nposition: over bank\n",
  "title: 18nl\nplayers: Anna, Bo, Cia\nposition: round operating 2.1; HIS floated at 100; Anna HIS 6; " +
    "HIS to act; HIS owns P2; step token\n", // a power, and cities to choose from
  "title: 18scan\nplayers: Anna, Bo, Cia\nposition: tile 5 D7 r0; edge 3 D7\n",
  "title: 18nl\nplayers: Anna, Bo, Cia\nposition: round operating 3.1; AS floated at 100; Anna AS 6; AS to act; " +
    "step trains; tile 57 E16 r0; tile 57 F15 r0; AS cash 20; Anna cash 10\n", // a train that is too dear
  "title: 18nl\nplayers: Anna, Bo, Cia\nposition: phase 6; round operating 9.1; AS floated at 100; Anna AS 6; AS trains 4; " +
    "AS cash 900; AS to act; step trains\n", // one that may be handed in
  "title: 1988\nplayers: Anna, Bo, Cia\nposition: round operating 2.1; phase 2; VY floated at 67; Anna VY 6; ARR floated at 67; " +
    "Bo ARR 4; VY ARR 2; ARR trains 2-1; VY to act; step trains; VY cash 10; Anna cash 100\n", // where a company raises money first
  "title: 18nl\nplayers: Anna, Bo\n\nAnna bid P2 45\nBo pass\n", // money that a bid binds
  "title: 18or\nplayers: Anna, Bo, Cia\noption: map=interactive\n", // a board that the players build
  "title: 18or\nplayers: Anna, Bo, Cia\noption: size=L_agreed\noption: corporations=16\nposition: round operating 2.1; board empty; CR floated at 80; " +
    "Anna CR 4; CR to act; step trains; phase green; tile GT63 C3 r0; tile GT63 C5 r0; tile GA63 C7 r0; token CR C3; token CR C5; " +
    "token CR C7; CR trains 2\n\nCR pass\n", // cities that cannot all stay
];

/** A title by its file: the facts of 18NL under another name. */
const file = {
  name: "mine.json",
  text: readFileSync(join(ROOT, "titles/18nl/title.json"), "utf8").replace('"id": "18nl"', '"id": "mine", "like": "18nl"'),
};
const mine = ask({ ask: "title", file });
ask({ ask: "card", file });
ask({ ask: "new", title: mine.id, file, players: ["Anna", "Bo"], seed: 1 });
lookAround(0);

ask({ ask: "rename", players: ["Åsa", "Bo"] });
ask({ ask: "about" });
ask({ ask: "bots" });
const titles = ask({ ask: "titles" });
for (const { id } of titles) ask({ ask: "lesson", title: id });
for (const text of SITUATIONS) {
  const state = ask({ ask: "open", text });
  if (state.error) complain(state.error);
  lookAround(0);
}
for (const title of titles) {
  ask({ ask: "card", title: title.id });
  for (const { id } of ask({ ask: "rules", title: title.id, words: ["train"] }).slice(0, 3))
    ask({ ask: "rule", title: title.id, id });
  for (let seed = 1; seed <= GAMES; seed++) play(title, seed);
}

const known = /known: (.*)\)/.exec(engine({ ask: "" }).error)?.[1].split(", ") ?? [];
for (const word of new Set([...known, ...types.keys()])) {
  if (!types.has(word)) complain(`${word}: the engine knows it, and engine.ts does not ask it`);
  else if (!known.includes(word)) complain(`${word}: engine.ts asks it, and the engine does not know it`);
  else if (!asked.has(word)) complain(`${word}: this test does not ask it`);
}
const fields = new Set([...types.values()].flatMap((type) => [...allFields(type)]));
for (const field of fields) if (!seen.has(field)) complain(`${name(field)}: no answer had it`);

for (const [sentence, times] of faults) console.log(`${sentence}${times > 1 ? ` (${times} times)` : ""}`);
console.log(`${[...asked.values()].reduce((a, b) => a + b)} answers to ${asked.size} questions, ${fields.size} fields`);
console.log(`${asked.size} passed, ${faults.size} failed`);
process.exitCode = faults.size ? 1 : 0;
