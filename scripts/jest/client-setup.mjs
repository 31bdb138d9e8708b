// Adds browser features that Polaris needs and jsdom lacks.
globalThis.IS_REACT_ACT_ENVIRONMENT = true

globalThis.matchMedia ??= () => ({
  matches: false,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
})

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= SilentObserver
globalThis.IntersectionObserver ??= SilentObserver
globalThis.scrollTo = () => {}
