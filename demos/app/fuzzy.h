/*
 * fuzzy.h: how well what someone types fits a name.
 */
#pragma once

/*
 * 0 where it does not fit, more the better it does: each word of the search stands in the name (best at its start), or
 * its letters do in their order ("rgd" in "ragdoll"), or it stands in the tags or the description, or its letters
 * (three or more) in one word of these. Upper and lower case are the same. An empty search fits everything alike.
 */
int fuzzy_score(const char *search, const char *name, const char *tags, const char *description);
