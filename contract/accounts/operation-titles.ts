/** What the API's document calls the operations of this module. */
export const accounts = {
  description: 'Sign-in, sessions, passkeys, users and privacy.',
  titles: {
    signIn: {
      authenticate: 'Get the signed-in user and a CSRF token',
      requestLink: 'Email a login link and code',
      useLink: 'Log in by an emailed link',
      useCode: 'Log in by an emailed code',
      logout: 'Log out of this browser',
    },
    sessions: {
      list: 'List your sessions',
      endOthers: 'End your other sessions',
      end: 'End one of your sessions',
    },
    phoneVerification: {
      send: 'Send a verification code by SMS',
      smsState: 'Check whether the SMS was delivered',
      verify: 'Verify your phone number',
    },
    users: {
      update: 'Change your language, store or event',
    },
    passkeys: {
      list: 'List your passkeys',
      add: 'Add a passkey',
      checkFresh: 'Check that the passkey was confirmed recently',
      beginConfirm: 'Start confirming with a passkey',
      confirm: 'Confirm with a passkey',
      beginAdd: 'Start adding a passkey',
      rename: 'Rename a passkey',
      remove: 'Remove a passkey',
    },
    adminUsers: {
      list: 'List users',
      get: 'Get a user',
      block: 'Block or unblock a user',
      makeAdmin: 'Grant or revoke the admin right',
      makeBookkeeper: 'Grant or revoke the bookkeeper’s right',
      blockPhone: 'Block or unblock a phone number',
      remove: 'Erase a user',
      resetPasskeys: 'Reset an admin’s passkeys',
    },
    people: {
      list: 'List the people with a right',
      changeRights: 'Change the rights of a user in stores',
      endSessions: 'End the sessions of a user',
    },
    invitations: {
      list: 'List invitations',
      create: 'Invite a person by email',
      resend: 'Send an invitation again',
      withdraw: 'Withdraw an invitation',
      get: 'Get an invitation by its link',
      accept: 'Accept an invitation',
    },
    privacy: {
      notices: 'Get the privacy notices',
      myData: 'Download your data',
      removal: 'Preview the removal of your account',
      remove: 'Remove your account',
      requestCode: 'Email the code that confirms a removal',
    },
  },
} as const
