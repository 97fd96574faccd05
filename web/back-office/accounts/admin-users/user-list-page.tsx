import { adminUsers, type UserRow } from '#contract/accounts/admin-users.ts'
import { listExports } from '#contract/administration/list-exports.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { useUserColumns } from './user-columns.tsx'

const LIST_SOURCE: ListSource<UserRow> = {
  endpoint: adminUsers.list,
  getId: ({ id }) => id,
  getName: ({ email }) => email,
  getPath: ({ id }) => `${PATHS.users}/${id}/edit`,
}

const LIST_EXPORTS = { csv: listExports.usersCsv, xlsx: listExports.usersXlsx }

const yesOrNoOptions = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  return [
    { name: 'is_admin', label: t('users.role'), options: yesOrNoOptions(t('users.admin'), t('users.shopper')) },
    {
      name: 'is_bookkeeper',
      label: t('users.books'),
      options: yesOrNoOptions(t('users.bookkeeper'), t('users.noBookkeeper')),
    },
    { name: 'is_blocked', label: t('users.access'), options: yesOrNoOptions(t('users.blocked'), t('users.allowed')) },
    {
      name: 'is_verified',
      label: t('users.verified'),
      options: yesOrNoOptions(t('users.isVerified'), t('users.notVerified')),
    },
    {
      name: 'phone_blocked',
      label: t('users.phoneAccess'),
      options: yesOrNoOptions(t('users.phoneBlocked'), t('users.phoneAllowed')),
    },
  ]
}

/** The list of all user accounts. */
export function UserListPage() {
  const { t } = useTranslation()
  const columns = useUserColumns()
  const filters = useFilters()
  return (
    <Page title={t('users.title')} width="wide">
      <AdminList
        caption={t('users.title')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="-last_login"
        views="users"
        search={t('users.search')}
        filters={filters}
        countText={count => t('users.count', { count })}
        exports={LIST_EXPORTS}
        empty={<EmptyState title={t('users.emptyTitle')} text={t('users.emptyText')} />}
      />
    </Page>
  )
}
