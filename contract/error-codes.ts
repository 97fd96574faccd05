/**
 * Every refusal that an endpoint may answer: its HTTP status and a sentence for a developer. A code is stable: the web
 * shows its own text by it, and other programs may rely on it. An answer's body is {code, message, …}.
 */
export const ERRORS = {
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.tooLarge': { status: 413, message: 'The request is too large.' },
  'request.invalid': { status: 422, message: 'A field is missing, unknown or has a wrong value.' },
  'csrf.invalid': { status: 403, message: 'The request did not come from this site, or its token is stale.' },
  'session.required': { status: 401, message: 'Sign in first.' },
  'session.adminRequired': { status: 403, message: 'For admins alone.' },
  'session.unverified': { status: 403, message: 'Verify the phone number first.' },
  'session.passkeyRequired': { status: 403, message: 'Confirm with the passkey first.' },
  'session.passkeyMissing': { status: 403, message: 'Admins need a passkey here. Add one first.' },
  'session.signInAgain': { status: 403, message: 'Sign in anew: sessions are ended within ten minutes of it.' },
  notFound: { status: 404, message: 'There is no such thing.' },
  'record.changed': { status: 409, message: 'Somebody else saved this meanwhile.' },
  'record.inUse': { status: 409, message: 'Something else still needs this.' },
  'form.invalid': { status: 422, message: 'Some fields are not as they must be.' },
  'list.tooLong': { status: 422, message: 'These are more than can be done at once.' },
  'rate.limited': { status: 429, message: 'Too many requests. Try again later.' },
  'server.error': { status: 500, message: 'Something went wrong on the server.' },
  'server.unavailable': { status: 503, message: 'The server can not answer just now. Try again.' },

  'login.invalidLink': { status: 401, message: 'The link is wrong, used or expired.' },
  'login.invalidCode': { status: 401, message: 'The code is wrong, used or expired.' },
  'login.linkOnly': { status: 429, message: 'Too many wrong codes were typed. The link of the same mail works.' },
  'login.disabled': { status: 403, message: 'The account is disabled.' },

  'passkey.expired': { status: 422, message: 'The question was answered already, or too late. Ask again.' },
  'passkey.refused': { status: 422, message: 'The passkey was not accepted.' },
  'passkey.none': { status: 409, message: 'The account has no passkey to be asked for.' },
  'passkey.known': { status: 409, message: 'The passkey is in use already.' },
  'passkey.tooMany': { status: 409, message: 'The account has as many passkeys as it can have.' },
  'passkey.last': { status: 409, message: 'Admins need a passkey here. Add another one before removing the last.' },
  'passkey.signInAgain': { status: 403, message: 'Sign in anew: the first passkey is added within ten minutes of it.' },

  'verification.phoneInvalid': { status: 422, message: 'This is not a phone number.' },
  'verification.countryNotAllowed': { status: 422, message: 'Numbers of this country are not served.' },
  'verification.phoneBlocked': { status: 422, message: 'The phone number is blocked.' },
  'verification.cooldown': { status: 422, message: 'A code was sent a moment ago. Wait before the next.' },
  'verification.phoneTaken': { status: 422, message: 'The phone number belongs to another account.' },
  'verification.capReached': { status: 429, message: 'No more codes are sent today.' },
  'verification.wrongCode': { status: 422, message: 'The code is wrong.' },
  'verification.codeExpired': {
    status: 422,
    message: 'The code has expired, or was tried too often. Ask for a new one.',
  },
  'verification.alreadyVerified': { status: 409, message: 'The phone number is verified already.' },

  'user.lastAdmin': { status: 409, message: 'This would leave nobody who may use the back office.' },
  'user.yourself': { status: 409, message: 'This takes away the caller’s own access. Say that it is meant.' },
  'removal.paymentOpen': { status: 409, message: 'A payment is under way, or its outcome is not known yet.' },
  'removal.orderInError': { status: 409, message: 'The outcome of an order’s payment is being looked into.' },
  'removal.preordersWaiting': { status: 409, message: 'A pre-order waits to be picked up, and can not be cancelled.' },
  'removal.withdrawalOpen': { status: 409, message: 'The goods of a withdrawal have not been seen to yet.' },
  'removal.preordersChanged': { status: 409, message: 'The pre-orders are not those that were seen.' },
  'removal.wrongCode': { status: 422, message: 'The code is wrong.' },
  'removal.codeExpired': { status: 422, message: 'The code has expired, or was tried too often. Ask for a new one.' },

  'user.phoneOther': { status: 409, message: 'The user has another number by now.' },

  'vat.begun': { status: 409, message: 'A rate is added from a later day than today.' },
  'vat.used': { status: 409, message: 'A sale has used this rate. Add another one from a later day.' },
  'vat.onlyRate': { status: 409, message: 'The class would have no rate today. Correct this one instead.' },
  'languages.none': { status: 422, message: 'At least one language must be offered.' },

  'store.notFound': { status: 422, message: 'There is no such store.' },
  'store.changed': { status: 409, message: 'The shopper has chosen another store meanwhile.' },
  'store.required': { status: 422, message: 'Choose a store first.' },
  'store.paymentPending': { status: 409, message: 'The store can not change while a payment is under way.' },
  'store.paymentsOpen': { status: 409, message: 'Somebody is paying in the store.' },
  'store.preordersWaiting': { status: 409, message: 'Pre-orders still wait to be picked up in the store.' },
  'store.sellerMissing': {
    status: 409,
    message: 'Name the seller and publish terms of purchase first: see `missing`.',
  },
  'store.archived': { status: 409, message: 'The store is archived. Bring it back first.' },

  'door.none': { status: 409, message: 'The store’s door has no lock that gives codes.' },
  'door.otherStore': { status: 409, message: 'Another store was chosen meanwhile.' },
  'door.closed': { status: 409, message: 'The store is closed. Its door opens for shoppers in its opening hours.' },

  'geocoder.none': { status: 422, message: 'No search for addresses is configured.' },
  'geocoder.timeout': { status: 503, message: 'The search for addresses did not answer in time.' },
  'geocoder.failed': { status: 503, message: 'The search for addresses does not work just now.' },

  'terminal.notFound': { status: 404, message: 'There is no such payment terminal.' },
  'terminal.kindStays': {
    status: 409,
    message: 'The terminal has taken payments, so its kind stays. Add another terminal.',
  },
  'terminal.paymentPending': { status: 409, message: 'A payment waits for its outcome at this terminal.' },

  'image.kind': { status: 422, message: 'This is no image of a kind that the shop takes: JPEG, PNG, WebP or AVIF.' },
  'image.heic': { status: 422, message: 'The shop can not read HEIC images. Send it as JPEG.' },
  'image.tooLarge': { status: 422, message: 'The image has too many bytes or pixels.' },
  'image.unreadable': { status: 422, message: 'The image is damaged and can not be read.' },
  'image.tooMany': { status: 409, message: 'The product has as many images as it can have.' },

  'stockTake.alreadyOpen': { status: 409, message: 'The store has a stock take that is not finished.' },
  'stockTake.closed': { status: 409, message: 'The stock take is paused or finished.' },

  'import.unreadable': { status: 422, message: 'The file is no table of products.' },
  'import.hasWrong': { status: 409, message: 'Some rows are wrong. Mend them, or import only the others.' },
  'import.outdated': {
    status: 409,
    message: 'Products were changed since the file was checked. Nothing was imported.',
  },
  'import.notApplied': { status: 409, message: 'The import was not applied, or was undone.' },

  'bulkChange.tooOld': { status: 409, message: 'What the products had before is no longer kept: it was too long ago.' },

  'order.none': { status: 404, message: 'There is no order.' },
  'order.paymentPending': { status: 409, message: 'A payment is under way.' },
  'order.changed': { status: 409, message: 'The order has changed. Look at it again before paying.' },
  'order.termsChanged': { status: 409, message: 'There are newer terms of purchase. Accept those before paying.' },
  'order.termsMissing': { status: 409, message: 'The shop has published no terms of purchase: nothing is sold here.' },
  'order.empty': { status: 422, message: 'The order has no lines.' },
  'order.quantityInvalid': { status: 422, message: 'A quantity is not one that this product can be sold in.' },
  'order.amountsInvalid': { status: 422, message: 'The amounts do not agree with the quantity.' },
  'order.labelTooSmall': { status: 422, message: 'A price label is for less than 0.005 of a unit.' },
  'order.productUnknown': { status: 422, message: 'There is no such product.' },
  'order.productUnavailable': { status: 422, message: 'A product is not sold in this store.' },
  'order.ageRestricted': { status: 422, message: 'This store does not sell age-restricted products.' },
  'order.tooLarge': { status: 422, message: 'The order is too large.' },
  'order.unresolvedPayment': {
    status: 409,
    message: 'The outcome of an earlier payment of this order is not known. Do not pay it again.',
  },
  'order.waitToPay': { status: 429, message: 'Nobody came to the last payments. Try again later.' },
  'order.terminalMissing': { status: 409, message: 'The store has no payment terminal.' },
  'order.statusChanged': { status: 409, message: 'The order is not as it was seen. Look at it again.' },
  'order.statusForbidden': { status: 409, message: 'This can not be made of the order as it stands.' },
  'order.noAttempt': { status: 409, message: 'No payment is under way.' },

  'preorder.closed': { status: 409, message: 'The event takes no orders.' },
  'preorder.soldOut': { status: 409, message: 'Not enough of a product is left.' },
  'preorder.perShopper': { status: 409, message: 'The event limits how much of a product one shopper may book.' },
  'preorder.storeOutside': { status: 409, message: 'The goods of the event can not be fetched in this store.' },
  'preorder.notYet': { status: 409, message: 'The pre-order can be paid from its first pick-up day.' },
  'preorder.cannotChange': { status: 409, message: 'The pre-order can not be changed any more.' },
  'preorder.cannotCancel': { status: 409, message: 'The pre-order can not be cancelled any more.' },
  'preorder.withdrawalSettled': { status: 409, message: 'The withdrawal was seen to already.' },
  'preorder.cannotWithdraw': { status: 409, message: 'There is nothing to withdraw from.' },

  'message.settled': { status: 409, message: 'The message was sent or cancelled already.' },

  'supplier.withoutEmail': { status: 409, message: 'The supplier has no e-mail address.' },

  'refund.notPaid': { status: 409, message: 'Only what was paid can be given back.' },
  'refund.pending': { status: 409, message: 'A refund of this order is under way.' },
  'refund.changed': { status: 409, message: 'Something was given back meanwhile. Look at the order again.' },
  'refund.byHand': { status: 409, message: 'It was not paid at a terminal: give it back by hand, and say so.' },
  'refund.lineUnknown': { status: 422, message: 'The order has no such line.' },
  'refund.quantityInvalid': { status: 422, message: 'So much of a line can not be given back.' },
  'refund.nothingLeft': { status: 409, message: 'There is nothing left to give back.' },
  'refund.outcomeImpossible': { status: 409, message: 'The terminal says that it gave money back.' },
  'refund.settled': { status: 409, message: 'The outcome of the refund is known.' },

  'push.addressRefused': { status: 422, message: 'This is no address of a push service that the shop knows.' },
  'push.tokenMissing': { status: 422, message: 'The app has not told its token.' },
  'push.unavailable': { status: 409, message: 'The shop has no way to reach this app.' },

  'payment.underWay': { status: 409, message: 'The shop is still finding the outcome by itself.' },
  'payment.settled': { status: 409, message: 'The outcome of the payment is known.' },
  'payment.outcomeImpossible': { status: 409, message: 'This can not be said of the payment as it stands.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
