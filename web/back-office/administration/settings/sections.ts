import { PATHS } from '#web/kit/paths.ts'

/** The sections of the settings, each at its own address: leaving one with unsaved changes asks first. */
export const SECTIONS = [
  'operator',
  'terms',
  'privacy',
  'cameras',
  'vat',
  'languages',
  'barcodes',
  'retention',
  'health',
] as const
export type Section = (typeof SECTIONS)[number]

export const sectionPath = (section: Section): string =>
  section === SECTIONS[0] ? PATHS.settings : `${PATHS.settings}/${section}`

export const isSection = (word: string): word is Section => SECTIONS.some(section => section === word)
