/** A list as a page or mail presents it to a reader. */
export interface AskedList {
  title: string;
  description: string | null;
}
