import { contract } from '#contract/index.ts'
import type { Module } from '#server/platform/module.ts'
import type { PersonalDataRegister } from '#server/platform/personal-data/register.ts'
import { startAccessJournal } from './access-changes/access-journal.ts'
import { exportUsers } from './admin-users/queries.ts'
import { adminUserRoutes } from './admin-users/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { ACCOUNTS_PERSONAL_DATA } from './personal-data.ts'
import { smsGauges } from './phone-verification/gauges.ts'
import { phoneVerificationRoutes } from './phone-verification/routes.ts'
import { startErasureJournal } from './privacy/erase-many.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { userRoutes } from './profile/routes.ts'
import { ACCOUNT_RETENTION } from './retention.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'

export const accounts = {
  routes({ mount, context, services }) {
    mount(contract.signIn, signInRoutes(context))
    mount(contract.sessions, sessionRoutes(context))
    mount(contract.passkeys, passkeyRoutes(context))
    mount(contract.phoneVerification, phoneVerificationRoutes(context))
    mount(contract.users, userRoutes(context))
    mount(contract.privacy, privacyRoutes(context, services.personalData))
    mount(contract.adminUsers, adminUserRoutes(context))
    mount(contract.people, peopleRoutes(context))
    mount(contract.invitations, invitationRoutes(context))
  },
  recovery: [
    // Before the erasures: an erasure keeps the blocks and removed rights that it finds.
    (context, { journalDir }) => startAccessJournal(context, journalDir),
    (context, { journalDir }) => startErasureJournal(context, journalDir),
  ],
  gauges: [smsGauges],
  retention: ACCOUNT_RETENTION,
  exports: context => ({ users: exportUsers(context) }),
  personalData: ACCOUNTS_PERSONAL_DATA,
} satisfies Module<{ journalDir: string | undefined; personalData: PersonalDataRegister }>
