/**
 * Every error that an endpoint may return: its HTTP status and a message for developers. Codes are stable: the web maps
 * them to its own texts, and other programs may rely on them. The response body is {code, message, …}.
 */
export const ERRORS = {
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.tooLarge': { status: 413, message: 'The request is too large.' },
  'request.invalid': { status: 422, message: 'A field is missing, unknown or has a wrong value.' },
  'csrf.invalid': { status: 403, message: 'The request did not come from this site, or its token is stale.' },
  'session.required': { status: 401, message: 'Log in first.' },
  'session.disabled': { status: 401, message: 'The account is disabled.' },
  'session.adminRequired': { status: 403, message: 'Admin access required.' },
  'session.unverified': { status: 403, message: 'Verify the phone number first.' },
  'session.passkeyRequired': { status: 403, message: 'Confirm with the passkey first.' },
  'session.passkeyMissing': { status: 403, message: 'Admins need a passkey here. Add one first.' },
  'session.signInAgain': {
    status: 403,
    message:
      'Log in again. Without a passkey, sessions can be ended within ten minutes of logging in; rights, ways to pay, locks, keys and exports of people need a login within the last hour.',
  },
  notFound: { status: 404, message: 'Not found.' },
  'record.changed': { status: 409, message: 'The record was changed by someone else. Load it again.' },
  'record.inUse': { status: 409, message: 'The record is still in use.' },
  'form.invalid': { status: 422, message: 'Some fields are invalid.' },
  'list.tooLong': { status: 422, message: 'Too many records for one request.' },
  'rate.limited': { status: 429, message: 'Too many requests. Try again later.' },
  'server.error': { status: 500, message: 'Something went wrong on the server.' },
  'server.unavailable': { status: 503, message: "The server can't answer right now. Try again." },

  'login.invalidLink': { status: 401, message: 'The link is wrong, used or expired.' },
  'login.invalidCode': { status: 401, message: 'The code is wrong, used or expired.' },
  'login.linkOnly': { status: 429, message: 'Too many wrong codes. Use the link in the same email.' },
  'login.disabled': { status: 403, message: 'The account is disabled.' },
  'invitation.closed': {
    status: 409,
    message: 'The link is wrong or replaced, or the invitation was used or withdrawn, or has expired.',
  },
  'invitation.open': { status: 409, message: 'The address has an open invitation.' },
  'invitation.signInFirst': { status: 403, message: 'The address has an account. Log in with it first.' },

  'passkey.expired': {
    status: 422,
    message: 'The passkey challenge has expired or was already used. Request a new one.',
  },
  'passkey.refused': { status: 422, message: 'The passkey was not accepted.' },
  'passkey.none': { status: 409, message: 'The account has no passkey.' },
  'passkey.known': { status: 409, message: 'The passkey is already registered.' },
  'passkey.tooMany': { status: 409, message: 'The account has the maximum number of passkeys.' },
  'passkey.last': { status: 409, message: 'Admins need a passkey here. Add another one before removing the last.' },
  'passkey.signInAgain': {
    status: 403,
    message: 'Log in again: the first passkey can be added within ten minutes of logging in.',
  },

  'verification.phoneInvalid': { status: 422, message: 'This is not a phone number.' },
  'verification.countryNotAllowed': { status: 422, message: 'Phone numbers of this country are not supported.' },
  'verification.phoneBlocked': { status: 422, message: 'The phone number is blocked.' },
  'verification.cooldown': { status: 422, message: 'A code was just sent. Wait before requesting another.' },
  'verification.phoneTaken': { status: 422, message: 'The phone number belongs to another account.' },
  'verification.capReached': { status: 429, message: 'The daily limit of codes is reached.' },
  'verification.invalidCode': { status: 422, message: 'The code is wrong.' },
  'verification.codeExpired': {
    status: 422,
    message: 'The code has expired, or was tried too often. Ask for a new one.',
  },
  'verification.alreadyVerified': { status: 409, message: 'The phone number is already verified.' },

  'user.lastAdmin': { status: 409, message: 'This would leave Puoti without an admin.' },
  'user.passkeyNeeded': { status: 403, message: 'This user has a passkey and you have none. Add one first.' },
  'user.passkeyNew': {
    status: 403,
    message: 'This user had a passkey before you, and your first one is less than a day old. Try again later.',
  },
  'user.yourself': { status: 409, message: 'This removes your own access. Confirm it explicitly.' },
  'removal.paymentOpen': { status: 409, message: 'A payment is in progress, or its result is not known yet.' },
  'removal.orderInError': { status: 409, message: 'The payment of an order is being investigated.' },
  'removal.preordersWaiting': {
    status: 409,
    message: "A pre-order is waiting to be picked up and can't be cancelled.",
  },
  'removal.withdrawalOpen': { status: 409, message: 'The goods of a withdrawal have not been handled yet.' },
  'removal.preordersChanged': { status: 409, message: 'The pre-orders have changed since they were shown.' },
  'removal.invalidCode': { status: 422, message: 'The code is wrong.' },
  'removal.codeExpired': { status: 422, message: 'The code has expired, or was tried too often. Ask for a new one.' },

  'user.phoneOther': { status: 409, message: "The user's phone number has changed." },

  'vat.startInPast': { status: 409, message: 'A new rate must start after today.' },
  'vat.used': { status: 409, message: 'A sale has used this rate. Add a rate that starts later.' },
  'vat.onlyRate': { status: 409, message: 'The class would have no rate today. Correct this rate instead.' },
  'languages.none': { status: 422, message: 'At least one language must be offered.' },

  'store.notFound': { status: 422, message: 'There is no such store.' },
  'store.changed': { status: 409, message: 'The shopper has chosen another store.' },
  'store.required': { status: 422, message: 'Choose a store first.' },
  'store.paymentPending': { status: 409, message: "The store can't be changed during a payment." },
  'store.paymentsOpen': { status: 409, message: 'A payment is in progress in the store.' },
  'store.preordersWaiting': { status: 409, message: 'Pre-orders are waiting to be picked up in the store.' },
  'store.sellerMissing': {
    status: 409,
    message: 'Name the seller and publish terms of purchase first: see `missing`.',
  },
  'store.archived': { status: 409, message: 'The store is archived. Restore it first.' },

  'help.nobodyOnDuty': { status: 409, message: 'No one is on duty who could be called now.' },

  'door.none': { status: 409, message: 'The store has no lock with door codes.' },
  'door.otherStore': { status: 409, message: 'Another store has been chosen.' },
  'door.closed': { status: 409, message: 'The store is closed. Its door opens for shoppers in its opening hours.' },

  'geocoder.none': { status: 422, message: 'No geocoder is configured.' },
  'geocoder.timeout': { status: 503, message: 'The geocoder did not answer in time.' },
  'geocoder.failed': { status: 503, message: 'The geocoder failed.' },

  'terminal.notFound': { status: 404, message: 'There is no such payment terminal.' },
  'terminal.kindStays': {
    status: 409,
    message: "The terminal has taken payments, so its type can't be changed. Add another terminal.",
  },
  'terminal.paymentPending': { status: 409, message: 'A payment at this terminal has no result yet.' },

  'image.kind': { status: 422, message: 'Unsupported image type. Use JPEG, PNG, WebP or AVIF.' },
  'image.heic': { status: 422, message: 'HEIC images are not supported. Use JPEG.' },
  'image.tooLarge': { status: 422, message: 'The image has too many bytes or pixels.' },
  'image.unreadable': { status: 422, message: "The image is damaged and can't be read." },
  'image.tooMany': { status: 409, message: 'The product has the maximum number of images.' },

  'stockTake.alreadyOpen': { status: 409, message: 'The store has an unfinished stocktake.' },
  'stockTake.closed': { status: 409, message: 'The stocktake is paused or finished.' },

  'import.unreadable': { status: 422, message: 'The file is not a table of products.' },
  'import.hasInvalidRows': {
    status: 409,
    message: 'Some rows are invalid. Correct them, or import only the valid rows.',
  },
  'import.otherProducts': {
    status: 409,
    message:
      'Some rows have the id of a product with another name and other codes. Change these products, or leave the rows out.',
  },
  'import.outdated': {
    status: 409,
    message: 'Products were changed since the file was checked. Nothing was imported.',
  },
  'import.notOpen': { status: 409, message: 'The import was saved, or its file is no longer stored.' },
  'import.cancelled': { status: 409, message: 'The work was cancelled. Nothing has changed.' },
  'import.tooManyCorrections': { status: 422, message: 'Too many cells were corrected. Correct the file instead.' },
  'import.notApplied': { status: 409, message: 'The import was not applied, or has been reverted.' },
  'import.changedByLater': {
    status: 409,
    message: 'A later import changed products of this one. Revert that import first.',
  },

  'payout.unreadable': { status: 422, message: 'The file is not a report of payouts, or not one that can be read.' },
  'payout.allStores': { status: 403, message: 'A payout concerns all stores. The caller has a right in some of them.' },

  'bulkChange.tooOld': {
    status: 409,
    message: 'The change is too old to be reverted: the previous values are no longer kept.',
  },

  'order.none': { status: 404, message: 'There is no order.' },
  'order.paymentPending': { status: 409, message: 'A payment is in progress.' },
  'order.changed': { status: 409, message: 'The order has changed. Load it again before paying.' },
  'order.termsChanged': { status: 409, message: 'There are newer terms of purchase. Accept them before paying.' },
  'order.termsMissing': { status: 409, message: 'The terms of purchase have not been published.' },
  'order.tooManyToday': { status: 429, message: 'The account has placed the maximum number of orders of a day.' },
  'order.nothingToPay': { status: 422, message: 'The products cost nothing, so there is no order to pay.' },
  'order.empty': { status: 422, message: 'The order has no lines.' },
  'order.quantityInvalid': { status: 422, message: "The product can't be sold in this quantity." },
  'order.amountsInvalid': { status: 422, message: 'The amounts do not agree with the quantity.' },
  'order.labelTooSmall': { status: 422, message: 'A price label is for less than 0.005 of a unit.' },
  'order.productUnknown': { status: 422, message: 'There is no such product.' },
  'order.productUnavailable': { status: 422, message: 'A product is not sold in this store.' },
  'order.productRecalled': { status: 422, message: 'A product has been recalled, and is not sold any more.' },
  'order.datePassed': { status: 422, message: 'The date of a package has passed, and it is not sold any more.' },
  'order.ageRestricted': { status: 422, message: 'This store does not sell age-restricted products.' },
  'order.ageUnstaffed': {
    status: 422,
    message: 'Age-restricted products are sold only while somebody is in the store.',
  },
  'order.alcoholHours': { status: 422, message: 'Alcohol is not sold at this time.' },
  'order.approvalNeeded': { status: 409, message: 'A person in the store must approve the order first.' },
  'approval.decided': { status: 409, message: 'The order has been approved or refused already.' },
  'approval.over': { status: 409, message: 'The request has timed out, or the order has changed.' },
  'approval.own': { status: 409, message: 'Another person must approve your own order.' },
  'approval.notOnStaff': { status: 409, message: 'Only a person in the store may approve the order.' },
  'order.tooLarge': { status: 422, message: 'The order is too large.' },
  'order.unresolvedPayment': {
    status: 409,
    message: 'The result of an earlier payment of this order is not known. Do not pay it again.',
  },
  'order.waitToPay': { status: 429, message: 'The last payments were not completed at the terminal. Try again later.' },
  'order.terminalMissing': { status: 409, message: 'The store has no payment terminal.' },
  'order.statusChanged': { status: 409, message: 'The order has changed. Load it again.' },
  'order.statusForbidden': { status: 409, message: "The order can't change to this status." },
  'order.noAttempt': { status: 409, message: 'No payment is in progress.' },

  'preorder.closed': { status: 409, message: 'The event does not accept orders.' },
  'preorder.soldOut': { status: 409, message: 'Not enough of a product is left.' },
  'preorder.perShopper': { status: 409, message: 'The event limits how much of a product one shopper may book.' },
  'preorder.nothingToPay': { status: 422, message: 'A pre-order must cost something.' },
  'preorder.storeOutside': { status: 409, message: "The event's goods can't be picked up in this store." },
  'preorder.notYet': { status: 409, message: 'The pre-order can be paid from its first pick-up day.' },
  'preorder.cannotChange': { status: 409, message: 'The pre-order can no longer be changed.' },
  'preorder.cannotCancel': { status: 409, message: 'The pre-order can no longer be cancelled.' },
  'preorder.withdrawalSettled': { status: 409, message: 'The withdrawal has already been handled.' },
  'preorder.cannotWithdraw': { status: 409, message: "The pre-order can't be withdrawn from." },

  'message.settled': { status: 409, message: 'The message has already been sent or cancelled.' },

  'delivery.notUndoable': { status: 409, message: 'The delivery can’t be undone any more.' },
  'supplier.withoutEmail': { status: 409, message: 'The supplier has no email address.' },

  'refund.notPaid': { status: 409, message: 'Only a paid order can be refunded.' },
  'refund.pending': { status: 409, message: 'A refund of this order is in progress.' },
  'refund.changed': { status: 409, message: 'The order has been refunded in part. Load it again.' },
  'refund.byHand': {
    status: 409,
    message: 'The order was not paid at a terminal. Refund it by hand and record the refund.',
  },
  'refund.lineUnknown': { status: 422, message: 'The order has no such line.' },
  'refund.quantityInvalid': { status: 422, message: "The line can't be refunded in this quantity." },
  'refund.sumInvalid': {
    status: 422,
    message: 'A free sum is at least a cent, at most what is left, and without goods.',
  },
  'refund.limitReached': { status: 409, message: "It exceeds what is left of the caller's daily limit for free sums." },
  'refund.nothingLeft': { status: 409, message: 'Nothing is left to refund.' },
  'refund.outcomeImpossible': { status: 409, message: 'The terminal reports that it refunded the money.' },
  'refund.settled': { status: 409, message: 'The refund already has a result.' },

  'push.addressRefused': { status: 422, message: 'The address is not one of a known push service.' },
  'push.tokenMissing': { status: 422, message: 'The app has not sent its token.' },
  'push.unavailable': { status: 409, message: 'The server is not configured to send to this app.' },

  'payment.underWay': { status: 409, message: 'The result is still being determined automatically.' },
  'payment.settled': { status: 409, message: 'The payment already has a result.' },
  'payment.outcomeImpossible': { status: 409, message: "The payment can't have this result." },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
