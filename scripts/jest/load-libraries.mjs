import { jest } from '@jest/globals'

// Jest's word for it is a mock: here each stands for itself, as the process has loaded it (see server-environment.mjs).
if (!globalThis.candorLibraries?.graphql) throw new Error('The libraries of server-environment.mjs did not arrive.')
for (const [name, exports] of Object.entries(globalThis.candorLibraries)) jest.unstable_mockModule(name, () => exports)
delete globalThis.candorLibraries
