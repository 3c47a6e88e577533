// Checks the AsyncAPI document at an address; prints each problem.
import { Parser } from "@asyncapi/parser";

const text = await (await fetch(process.argv[2])).text();
const { document, diagnostics } = await new Parser().parse(text);
// 0 is an error, 1 a warning; the others are advice, such as to use a newer version.
const problems = diagnostics.filter((one) => one.severity <= 1);
for (const { message, path } of problems) {
  console.error(`${path.join(".")}: ${message}`);
}
if (!document || problems.length > 0) {
  process.exit(1);
}
console.log(`asyncapi: ${document.allChannels().length} channels, ${document.allMessages().length} messages`);
