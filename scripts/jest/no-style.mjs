// What a style sheet is to a test in jsdom.
export default {}
