import { useState } from 'react'
import { people, type Person } from '#contract/accounts/people.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialogs } from './person-dialogs.tsx'
import { RightList } from './right-list.tsx'

const LIST_SOURCE: ListSource<Person> = {
  endpoint: people.list,
  getId: ({ id }) => id,
  getName: ({ email }) => email,
}

function AccessPill({ is_blocked, is_verified }: Person) {
  const { t } = useTranslation()
  if (is_blocked) return <StatusPill tone="danger">{t('users.blocked')}</StatusPill>
  return is_verified ? null : <StatusPill tone="closed">{t('users.notVerified')}</StatusPill>
}

const emailCell = ({ email }: Person) => <EmailText address={email} />
const rightsCell = ({ rights, is_admin: isAdmin }: Person) => <RightList rights={rights} isAdmin={isAdmin} />
const accessCell = (person: Person) => <AccessPill {...person} />

function useColumns(onChoose: (person: Person) => void): readonly ListColumn<Person>[] {
  const { t } = useTranslation()
  return [
    { name: 'email', label: t('users.email'), role: 'title', sort: 'email', cell: emailCell },
    { name: 'rights', label: t('people.rights'), cell: rightsCell },
    {
      name: 'last_seen_at',
      label: t('people.lastSeen'),
      sort: 'last_seen_at',
      labelOnCard: true,
      cell: ({ last_seen_at: at }) => (at === null ? t('users.never') : shopTimeText(at)),
    },
    {
      name: 'has_passkey',
      label: t('people.passkey'),
      labelOnCard: true,
      cell: ({ has_passkey: hasPasskey }) => t(hasPasskey ? 'people.hasPasskey' : 'people.noPasskey'),
    },
    { name: 'access', label: t('users.access'), role: 'status', cell: accessCell },
    {
      name: 'change',
      label: t('people.actions'),
      isLabelHidden: true,
      cell: person => (
        <ActionButton
          size="small"
          variant="outlined"
          aria-haspopup="dialog"
          aria-label={t('people.changeOf', { email: person.email })}
          onClick={() => onChoose(person)}
        >
          {t('people.change')}
        </ActionButton>
      ),
    },
  ]
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const stores = useStoreChoices(people.list) ?? []
  return [
    {
      name: 'right',
      label: t('people.right'),
      options: [
        { value: 'admin', label: t('users.admin') },
        ...STORE_RIGHTS.map(kind => ({ value: kind, label: t(`people.kinds.${kind}`) })),
      ],
    },
    {
      name: 'store',
      label: t('people.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ]
}

/** Who may do what in which store. */
export function PeoplePage() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Person>()
  const [isInviting, setInviting] = useState(false)
  const columns = useColumns(setChosen)
  const filters = useFilters()
  return (
    <Page
      title={t('links./people')}
      width="wide"
      lead={t('people.lead')}
      aside={
        <ActionButton variant="contained" aria-haspopup="dialog" onClick={() => setInviting(true)}>
          {t('people.invite')}
        </ActionButton>
      }
    >
      <InvitationPanel />
      <AdminList
        caption={t('links./people')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="email"
        search={t('users.search')}
        filters={filters}
        countText={count => t('people.count', { count })}
        empty={<EmptyState title={t('people.emptyTitle')} text={t('people.emptyText')} />}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {chosen && <PersonDialogs key={chosen.id} person={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  )
}
