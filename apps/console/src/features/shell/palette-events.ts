const PALETTE = 'dundun:palette';
const SHEET = 'dundun:shortcut-sheet';

export const openPalette = () => void dispatchEvent(new Event(PALETTE));
export const openSheet = () => void dispatchEvent(new Event(SHEET));

/** Calls back when something asks for the palette or the sheet of shortcuts. */
export function onAsked(palette: () => void, sheet: () => void): () => void {
  addEventListener(PALETTE, palette);
  addEventListener(SHEET, sheet);
  return () => {
    removeEventListener(PALETTE, palette);
    removeEventListener(SHEET, sheet);
  };
}
