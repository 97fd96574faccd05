type Source = { file: string; text: string }

/**
 * The server files that read the admin flag, with the purpose. None of them grants access by it: only `actsAsAdmin` of
 * server/platform/http/session.ts does, which also checks the passkey.
 */
export const READ_THE_FLAG: Readonly<Record<string, string>> = {
  'server/platform/http/session.ts': 'the type of who calls, and decides, with the passkey',
  'server/platform/rights/rights-of-user.ts': 'who works in a store, admins among them',
  'server/platform/http/find-session.ts': 'reads the row of who calls',
  'server/modules/accounts/privacy/erase-user.ts': 'an erased account has no right, and whether it had one',
  'server/modules/accounts/access-changes/revoke-access.ts': 'revokes the right again after a restore',
  'server/modules/accounts/access-changes/reapply-revocations.ts':
    'whether any admin is left, and what the audit log says of the right',
  'server/modules/accounts/access-changes/notify-admins.ts': 'which change of an admin is mailed',
  'server/modules/stores/seller/mail-admins.ts': 'who is mailed',
  'server/modules/accounts/admin-users/change-access.ts':
    'whose right is changed, and who is left; its caller came through the door',
  'server/modules/accounts/passkeys/add-passkey.ts':
    'whether the first passkey is an admin’s, which all admins are mailed about',
  'server/modules/accounts/admin-users/change-rights.ts': 'writes the right that the route was asked for',
  'server/modules/accounts/admin-users/routes.ts': 'grants and revokes the right, as the body asks',
  'server/modules/accounts/admin-users/queries.ts': 'a column and a filter of a list, and a column of its file',
  'server/modules/accounts/invitations/list-invitations.ts': 'whether who sent an invitation still has the right',
  'server/modules/accounts/people/list-people.ts': 'lists who has the right',
  'server/modules/accounts/personal-data.ts': 'the register of columns',
  'server/modules/accounts/privacy/erase-many.ts': 'admins are not erased by time, and which rows are locked',
  'server/modules/accounts/privacy/collect-my-data.ts': 'the download of one’s own data',
  'server/modules/accounts/privacy/removal-blockers.ts': 'whether it is the last admin',
  'server/modules/accounts/privacy/remove-account.ts':
    'whether the admin who removes still is one, and whether an admin is removed',
  'server/modules/accounts/retention.ts': 'admins are not removed by time',
  'server/modules/accounts/sign-in/start-signed-in.ts': 'grants the first right, and the row of who signs in',
  'server/modules/accounts/profile/queries.ts': 'tells people of themselves',
  'server/modules/operations/backup/list-admins.ts': 'lists the admins on the console after a restore',
  'server/modules/orders/age-approvals/request-approval.ts': 'who is notified when no one has a right in the store',
  'server/modules/operations/changes/changed-topics.ts': 'the type of who hears of changes',
  'server/modules/operations/duty/find-contacts.ts': 'who is called when nobody was named',
  'server/modules/operations/duty/save-duty.ts': 'who can be called',
  'server/modules/operations/letters/find-readers.ts': 'which stores a person’s own letters are about',
  'server/modules/operations/recovery-cli/recovery-commands.ts': 'gives the right by hand',
  'server/seed/demo-data/demo.ts': 'the demo shop',
  'server/seed/demo-data/types.ts': 'the demo shop',
  'server/seed/history/insert-history.ts': 'the demo shop',
  'server/seed/seed-demo.ts': 'the demo shop',
  'server/platform/schema/table-types/accounts.ts': 'the type of the row',
  'server/config/start-warnings.ts': 'names the accounts of the demo shop',
}

const FLAG = /\bis_?admin\b/i
const COMMENTS = /^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** The server files that read the flag, sorted. Catalogues of texts only name it. */
export const filesThatReadTheFlag = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file, text }) => /^server\/(?!texts\/).*\.ts$/.test(file) && FLAG.test(text.replaceAll(COMMENTS, '')))
    .map(({ file }) => file)
    .toSorted()
