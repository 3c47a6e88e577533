/** Leads to the page of an offer. */
import { Link } from "@tanstack/react-router";
import type { Offer } from "./offers";

export function OfferLink({ kind, id, title }: Pick<Offer, "kind" | "id" | "title">) {
  return (
    <Link to="/marketplace/$kind/$id" params={{ kind, id }}>
      {title}
    </Link>
  );
}
