// SPDX-License-Identifier: Apache-2.0
// schema.mjs SCHEMA FILE...: validates each file against the JSON Schema; last line is the count.
//
// `roundhouse title check` reads the same files with its own loader and better errors. This check
// is a second opinion by somebody else's validator, and it keeps the schema itself honest: ajv
// refuses words that JSON Schema does not know.
import { readFileSync } from "node:fs";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const [schemaFile, ...files] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
const Validator = String(schema.$schema).includes("2020-12") ? Ajv2020.default : Ajv.default;
const validate = new Validator({ allErrors: true, strictTypes: false }).compile(schema);

let failed = 0;
for (const file of files) {
  let errors = [];
  try {
    if (!validate(JSON.parse(readFileSync(file, "utf8")))) errors = validate.errors;
  } catch (error) {
    errors = [{ instancePath: "", message: error.message }];
  }
  for (const e of errors) console.log(`${file}: ${e.instancePath || "/"} ${e.message} ${JSON.stringify(e.params ?? {})}`);
  if (errors.length > 0) failed++;
}
console.log(`${files.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
