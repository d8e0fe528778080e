import { AnnouncementBar } from '../component/frame/announcement-bar.tsx'
import { StoreFooter } from '../component/frame/store-footer.tsx'
import { StoreHeader } from '../component/frame/store-header.tsx'
import type { SectionComponents } from '../component/frame/theme-components.tsx'
import { BreadcrumbsSection } from './breadcrumbs-section.tsx'
import { ContactDetailsSection } from './contact-details-section.tsx'
import { ContactFormSection } from './contact-form-section.tsx'
import { GallerySection } from './gallery-section.tsx'
import { LogoListSection } from './logo-list-section.tsx'
import { NewsletterSection } from './newsletter-section.tsx'
import { NotFoundSection } from './not-found-section.tsx'
import { BoughtTogetherSection } from './product/bought-together-section.tsx'
import { CategoryGridSection } from './product/category-grid-section.tsx'
import { CategorySpotlightSection } from './product/category-spotlight-section.tsx'
import { FeaturedProductsSection } from './product/featured-products-section.tsx'
import { ProductDetailsSection } from './product/product-details-section.tsx'
import { ProductListSection } from './product/product-list-section.tsx'
import { ProductReviewsSection } from './product/product-reviews-section.tsx'
import { ProductSearchSection } from './product/product-search-section.tsx'
import { ProductStorySection } from './product/product-story-section.tsx'
import { RelatedProductsSection } from './product/related-products-section.tsx'
import { PromoBannerSection } from './promo-banner-section.tsx'
import { SlideshowSection } from './slideshow-section.tsx'
import { BenefitsSection } from './text/benefits-section.tsx'
import { ColumnsSection } from './text/columns-section.tsx'
import { FaqSection } from './text/faq-section.tsx'
import { FiguresSection } from './text/figures-section.tsx'
import { ImageTextSection } from './text/image-text-section.tsx'
import { PageContentSection } from './text/page-content-section.tsx'
import { StepsSection } from './text/steps-section.tsx'
import { TestimonialsSection } from './text/testimonials-section.tsx'
import { TextSection } from './text/text-section.tsx'
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
  boughtTogether: BoughtTogetherSection,
  relatedProducts: RelatedProductsSection,
  productReviews: ProductReviewsSection,
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
  announcementBar: AnnouncementBar,
  breadcrumbs: BreadcrumbsSection,
  productDetails: ProductDetailsSection,
  productList: ProductListSection,
  pageContent: PageContentSection,
  notFoundMessage: NotFoundSection,
  storeHeader: StoreHeader,
  storeFooter: StoreFooter,
}
