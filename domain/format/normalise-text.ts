import { withoutDirectionControls } from './direction-controls.ts'

/** Zero-width space, word joiner, byte order mark and soft hyphen: no letter needs them, and searches miss words with them. */
const INVISIBLE_CHARACTERS = /[\u200b\u2060\ufeff\u00ad]/g
const LINE_END = /\r\n|[\r\n\u0085\u2028\u2029]/g

/** More combining marks than any writing system puts on a letter (UAX #15): putting n marks in order takes n² steps. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu
const withFewMarks = (text: string): string => text.replaceAll(TOO_MANY_MARKS, '$1')

const composeText = (text: string): string =>
  withFewMarks(withFewMarks(withoutDirectionControls(text).replaceAll(INVISIBLE_CHARACTERS, '')).normalize('NFC'))

/**
 * A text as it is stored: composed letters (NFC), single spaces, line feeds, at most one empty line in a row. Texts that look the
 * same, such as those copied from PDF files, are then equal.
 */
export const normaliseText = (text: string): string =>
  composeText(text)
    .replaceAll(LINE_END, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** A name as it is stored: like `normaliseText`, in one line. */
export const normaliseLine = (text: string): string =>
  composeText(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()

/** The form in which two names are compared: those that differ in case or spacing only are the same. */
export const comparisonKey = (name: string): string => normaliseLine(name).toLowerCase()

/** The form in which the app searches: also without accents, since some keyboards lack the letters. */
export const searchKey = (text: string): string => comparisonKey(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
