/** What web analytics read from the links of a campaign. */
export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmName = (typeof UTM_NAMES)[number];

/** The UTM parameters of a campaign, and the links that get none. */
export type CampaignUtm = Partial<Record<UtmName, string>> & {
  /** Targets as written. */
  except?: string[];
};

/** Returns the parameters as they stand in an address. */
export const utmParameters = (utm: CampaignUtm): Record<string, string> =>
  Object.fromEntries(
    UTM_NAMES.flatMap((name) => {
      const value = utm[name];
      return value ? [[`utm_${name}`, value]] : [];
    }),
  );
