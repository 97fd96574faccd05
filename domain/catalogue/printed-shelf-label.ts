/**
 * What a list of products can be narrowed to, by the shelf labels that were printed. `due`: never printed, or out of date;
 * `dueTomorrow`: the same for the prices of tomorrow; `outdated`: printed, and out of date; `printedLast`: printed at the last
 * time, for example to print them again.
 */
export const LABEL_STATES = ['due', 'dueTomorrow', 'outdated', 'printedLast'] as const
export type LabelState = (typeof LABEL_STATES)[number]

/** Why a printed label is out of date. `details`: unit, content, deposit, or number of units in a case. */
export const LABEL_CHANGES = ['campaignBegan', 'campaignEnded', 'campaign', 'price', 'name', 'code', 'details'] as const
export type LabelChange = (typeof LABEL_CHANGES)[number]

/** How many days ahead labels can be printed: as far as a campaign can be planned to last. */
export const MAX_LABEL_DAYS_AHEAD = 366
