// What a key can be made for, as whoever makes one is told; nothing else is loaded with it.
export { type KeyScope, keyScopes } from '../../store/key-scopes.js'
