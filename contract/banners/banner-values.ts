/** Whether a banner is visible at a given time: now, later, no longer, or switched off. */
export const bannerStandings = ['now', 'later', 'over', 'off'] as const
export type BannerStanding = (typeof bannerStandings)[number]
