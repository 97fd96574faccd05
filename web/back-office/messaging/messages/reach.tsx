import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messaging/messages.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { type FormLanguage, LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { isUnwritten, type MessageFormValues } from './message-form-values.ts'

/** How many devices a message reaches in each language. */
export type AudienceSizes = Readonly<Record<FormLanguage, number>>

const COUNT_EVERY_MS = 10_000

/** The audience of a message sent now to these stores, or to all if there are none; undefined while unknown. */
export function useAudience(storeIds: readonly number[]): AudienceSizes | undefined {
  const query = useQuery({
    ...queryFor(messages.audience),
    refetchInterval: COUNT_EVERY_MS,
    meta: { handlesOwnError: true },
  })
  const { devices, stores = [] } = query.data ?? {}
  if (storeIds.length === 0 || devices === undefined) return devices
  const chosen = stores.filter(({ id }) => storeIds.includes(id))
  const sum = (code: FormLanguage) => chosen.reduce((count, store) => count + store.devices[code], 0)
  return { fi: sum('fi'), sv: sum('sv'), en: sum('en') }
}

type ReachProps = {
  draft: MessageFormValues
  languages: readonly FormLanguage[]
  audience: AudienceSizes | undefined
}

/** A sentence per language: how many devices the draft reaches in it, or that nothing is sent. */
export const reachTexts = ({ draft, languages, audience }: ReachProps, t: Translate): string[] =>
  languages.flatMap(code => {
    const language = LANGUAGE_NAMES[code]
    if (isUnwritten(draft, code)) return [t('messages.reachUnwritten', { language })]
    return audience ? [t('messages.reach', { count: audience[code], language })] : []
  })

/** How many devices the draft reaches in each language. */
export function MessageReach(props: ReachProps) {
  const { draft, languages, audience } = props
  const { t } = useTranslation()
  const written = languages.filter(code => !isUnwritten(draft, code))
  // The message may be sent anyway: shoppers may turn promotions on before then.
  const isNobody = audience !== undefined && written.length > 0 && written.every(code => audience[code] === 0)
  const list = (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontWeight: 650 }}>
      {reachTexts(props, t).map(text => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  )
  return (
    <Box role="status">
      {isNobody ? (
        <Alert severity="warning" role="none">
          {list}
          {t('messages.reachNone')}
        </Alert>
      ) : (
        list
      )}
    </Box>
  )
}
