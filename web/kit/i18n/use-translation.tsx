import { cloneElement, Fragment, type ReactElement, useSyncExternalStore } from 'react'
import { onLanguageChange, speech } from './speech.ts'
import type { TextKey } from './translate.ts'

/** The translator into the language in use; the component re-renders when it changes. */
export const useTranslation = () => useSyncExternalStore(onLanguageChange, speech)

type TransProps = {
  i18nKey: TextKey
  /** The element for each <tag> of the text, by its name. */
  components: Readonly<Record<string, ReactElement>>
  /** The values for the text's placeholders. */
  values?: Readonly<Record<string, string>>
}

/** A text with elements inside: "I accept the <terms>terms</terms>". */
export function Trans({ i18nKey, components, values = {} }: TransProps) {
  const { t } = useTranslation()
  const text = t(i18nKey, values)
  // Text, tag, inner text, text, …
  const parts = text.split(/<(\w+)>(.*?)<\/\w+>/)
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>
    if (index % 3 === 2) return null
    const element = components[part]
    return element ? cloneElement(element, { key: index }, parts[index + 1]) : parts[index + 1]
  })
}
