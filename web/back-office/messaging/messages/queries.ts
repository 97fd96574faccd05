import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messaging/messages.ts'
import { queryOf } from '#web/kit/api/query-of.ts'

const COUNT_EVERY_MS = 10_000

/** How many devices a message in a language reaches now; undefined while unknown. */
export function useAudience(languageId: string): number | undefined {
  const query = useQuery({
    ...queryOf(messages.audience, { query: { language_id: languageId } }),
    enabled: languageId !== '',
    refetchInterval: COUNT_EVERY_MS,
    meta: { showsOwnError: true },
  })
  return languageId === '' ? undefined : query.data?.devices
}

/** A message by the id in an address; none for an empty id. */
export const useMessage = (id: string) =>
  useQuery({ ...queryOf(messages.read, { params: { id } }), enabled: /^[1-9]\d*$/.test(id) }).data
