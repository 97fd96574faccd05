import { privacy } from '#contract/accounts/privacy.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/kit/api/query-of.ts'

const ownError = { meta: { showsOwnError: true } }

/** What the operator says of personal data and of cameras. */
export const useNoticesOfShop = () => useQuery({ ...queryOf(privacy.notices), ...ownError })

/** What removing the account would mean, as things stand. */
export const removalQuery = { ...queryOf(privacy.removal), staleTime: 0, ...ownError }
