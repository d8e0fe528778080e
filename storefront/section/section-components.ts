import type { SectionComponents } from '../part/theme-parts.tsx'
import { BenefitsSection } from './benefits-section.tsx'
import { BreadcrumbsSection } from './breadcrumbs-section.tsx'
import { CategoryGridSection } from './category-grid-section.tsx'
import { CategorySpotlightSection } from './category-spotlight-section.tsx'
import { ColumnsSection } from './columns-section.tsx'
import { ContactDetailsSection } from './contact-details-section.tsx'
import { ContactFormSection } from './contact-form-section.tsx'
import { FaqSection } from './faq-section.tsx'
import { FeaturedProductsSection } from './featured-products-section.tsx'
import { FiguresSection } from './figures-section.tsx'
import { GallerySection } from './gallery-section.tsx'
import { ImageTextSection } from './image-text-section.tsx'
import { LogoListSection } from './logo-list-section.tsx'
import { NewsletterSection } from './newsletter-section.tsx'
import { NotFoundSection } from './not-found-section.tsx'
import { PageContentSection } from './page-content-section.tsx'
import { ProductDetailsSection } from './product-details-section.tsx'
import { ProductListSection } from './product-list-section.tsx'
import { ProductSearchSection } from './product-search-section.tsx'
import { ProductStorySection } from './product-story-section.tsx'
import { PromoBannerSection } from './promo-banner-section.tsx'
import { RelatedProductsSection } from './related-products-section.tsx'
import { SlideshowSection } from './slideshow-section.tsx'
import { StepsSection } from './steps-section.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'
import { TextSection } from './text-section.tsx'
import { VideoSection } from './video-section.tsx'

/** The component of each type of section, in themes without one of their own. */
export const sectionComponents: SectionComponents = {
  slideshow: SlideshowSection,
  imageText: ImageTextSection,
  columns: ColumnsSection,
  gallery: GallerySection,
  logoList: LogoListSection,
  video: VideoSection,
  featuredProducts: FeaturedProductsSection,
  categoryGrid: CategoryGridSection,
  categorySpotlight: CategorySpotlightSection,
  productStory: ProductStorySection,
  relatedProducts: RelatedProductsSection,
  text: TextSection,
  faq: FaqSection,
  testimonials: TestimonialsSection,
  benefits: BenefitsSection,
  steps: StepsSection,
  figures: FiguresSection,
  promoBanner: PromoBannerSection,
  newsletter: NewsletterSection,
  contactDetails: ContactDetailsSection,
  contactForm: ContactFormSection,
  productSearch: ProductSearchSection,
  breadcrumbs: BreadcrumbsSection,
  productDetails: ProductDetailsSection,
  productList: ProductListSection,
  pageContent: PageContentSection,
  notFoundMessage: NotFoundSection,
}
