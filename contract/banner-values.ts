/** How a banner stands at a moment: seen, seen later, no longer seen, or switched off. */
export const bannerStandings = ['now', 'later', 'over', 'off'] as const
export type BannerStanding = (typeof bannerStandings)[number]
