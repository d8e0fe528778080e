// The only script of a page. Each element improves a form or links that work without it.
import './sort-form.ts'
import './product-gallery.ts'
import './variant-links.ts'
