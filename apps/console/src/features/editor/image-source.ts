const OWN = /(?:\/v1\/images\/[0-9a-f-]{36}\.(?:png|jpg|gif|webp)|\/logos\/[0-9a-f]{64})$/;

/** Returns the address of an image for this page, which shows only images of the service; undefined for others. */
export const imageSource = (address: string): string | undefined => {
  const own = OWN.exec(address.trim())?.[0];
  return own && `/api${own}`;
};

const ALL_OWN = /https?:\/\/[^"'\s<>()/]+(\/v1\/images\/[0-9a-f-]{36}\.(?:png|jpg|gif|webp)|\/logos\/[0-9a-f]{64})/g;

/** Points the images of a rendered mail to this page's origin. */
export const withOwnImages = (html: string, origin: string): string =>
  html.replace(ALL_OWN, (_, path: string) => `${origin}/api${path}`);
