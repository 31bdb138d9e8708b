// Replaces a style sheet in jsdom tests.
export default {}
