export default () => globalThis.sharedProduct?.close();
