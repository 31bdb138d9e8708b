/** Sends the form that stands by itself without leaving the page. */
import './parts/form.ts'
