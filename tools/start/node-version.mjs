// Imported first, so that an old Node fails with this message and not with a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Dundun needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
