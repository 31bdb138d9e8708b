import { msg } from '@lingui/core/macro'

/** Sentences of codes about API keys. */
export const keySentences = {
  keyMalformed: msg({ message: 'This isn’t an API key of Candor' }),
  keyUnknown: msg({ message: 'This API key doesn’t exist' }),
  keyRevoked: msg({ message: 'This API key was revoked' }),
  keyExpired: msg({ message: 'This API key was replaced by a new one' }),
  keyElsewhere: msg({ message: 'Send API keys in the Authorization header' }),
  keyInUrl: msg({ message: 'Candor accepts no API key in a URL' }),
  keyScopeMissing: msg({ message: 'This API key lacks the scope {scope}' }),
  keyNeedsPerson: msg({ message: 'Only a person who signs in can do this' }),
  keyOverLimit: msg({ message: 'This API key has sent too many requests' }),
  tooManyKeys: msg({ message: 'Your shop has {max} API keys. Revoke one first.' }),
  keyEnded: msg({ message: 'This API key no longer works. Create a new one.' }),
}
