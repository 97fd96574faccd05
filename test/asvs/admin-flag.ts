type Source = { file: string; text: string }

/**
 * The files of the server that read whether somebody has the admin's right, and what for. None of them lets a caller do something by
 * it: that is for `actsAsAdmin` of server/http/access.ts, which knows of the passkey too.
 */
export const READ_THE_FLAG: Readonly<Record<string, string>> = {
  'server/http/access.ts': 'decides, with the passkey',
  'server/http/session.ts': 'the type of who calls',
  'server/http/find-session.ts': 'reads the row of who calls',
  'server/features/access-changes/is-administered.ts': 'whether any admin is left',
  'server/features/access-changes/keep-what-was-taken.ts': 'whether an account that goes had the right',
  'server/features/access-changes/taking.ts': 'takes the right again after a restore',
  'server/features/access-changes/was-taken.ts': 'what the trail says of the right',
  'server/features/admin-users/change-access.ts':
    'whose right is changed, and who is left; its caller came through the door',
  'server/features/admin-users/change-user.ts': 'gives and takes the right',
  'server/features/admin-users/list-users.ts': 'a column and a filter of a list',
  'server/features/admin-users/routes.ts': 'what the body asks for',
  'server/features/list-exports/tables.ts': 'a column of a file',
  'server/features/privacy/erase-many.ts': 'admins are not erased by time',
  'server/features/privacy/erase-user.ts': 'an erased account has no right',
  'server/features/privacy/gather-account.ts': 'tells a person of their own account',
  'server/features/privacy/hindrances.ts': 'whether it is the last admin',
  'server/features/privacy/hold-user.ts': 'which rows are locked',
  'server/features/privacy/remove-account.ts': 'whether the admin who removes still is one',
  'server/features/sign-in/grant-admin.ts': 'gives the first right',
  'server/features/sign-in/start-signed-in.ts': 'the row of who signs in',
  'server/features/users/queries.ts': 'tells people of themselves',
  'server/rescue/make-admin-by-address.ts': 'gives the right by hand',
  'server/jobs/stale-rows.ts': 'admins are not removed by time',
  'server/db/personal-data/people.ts': 'the register of columns',
  'server/db/seed/data/types.ts': 'the demo shop',
  'server/db/seed/data/users.ts': 'the demo shop',
  'server/db/seed/insert-users.ts': 'the demo shop',
  'server/db/seed/seed-demo.ts': 'the demo shop',
  'server/db/tables/people.ts': 'the type of the row',
  'server/start-message.ts': 'names the accounts of the demo shop',
}

const FLAG = /\bis_?admin\b/i
const COMMENTS = /^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** The files of the server that read the flag, by name. */
export const filesThatReadTheFlag = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file, text }) => /^server\/.*\.ts$/.test(file) && FLAG.test(text.replaceAll(COMMENTS, '')))
    .map(({ file }) => file)
    .toSorted()
