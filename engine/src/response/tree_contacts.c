/*
 * tree_contacts.c: contacts of the bodies of joint trees. Through its joints a light link bears the load of the tree; a contact that is
 * iterated with the link's own mass finds the impulse for that too late, and returns it: a hinged plank on a post, with 21 times its
 * mass at its end, jumped ever higher. So a point that presses is a row of the tree. With the Jacobians c of the link's body and d of
 * the other one, which has the inverse mass matrix W, and the point's compliance g,
 *
 *     c v + g' l = r     with  g' = g + n d W d^T
 *
 * for a change v of the body's velocity and l of the impulse. n rows share the other body, each has a part of its mass (Tonge,
 * Benevolenski and Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body Simulation", SIGGRAPH 2012). The row adds c^T c / g'
 * to the mass matrix of its body, and l follows from v. In the solve pass g is that of the contact, so that its own pass, which comes
 * next, has nothing to add but points that begin to press. Points that would pull are released, and the tree is solved without them.
 */
#include <string.h>

#include "response/contact_block.h"
#include "response/tree_links.h"

/* The compliance of a point in the relax pass, as a share of its stiffness: as good as rigid, and enough for more points than a body has
 * axes to share a load. */
static const float least_softness = 3.0e-6f;

/* The largest one, for contacts that are too soft to be of use. */
static const float most_softness = 1.0e3f;

/* Rounds in which points that pull are released; then all are. A rope over an edge takes up to four. */
enum { most_rounds = 4 };

bool thud_find_tree_contacts(const thud_batch *batch, const thud_block_set *trees) {
    int32_t *links = batch->bodies.link;
    thud_tree_contact *contact = trees->extras, *end = contact + trees->count * THUD_CONTACTS_PER_LINK - 1;
    for (int32_t i = 0; i < batch->bodies.count; i++) {
        links[i] = -1;
    }
    for (int32_t i = 0; i < trees->count; i++) {
        int32_t child = batch->tree_links[i].child;
        links[child] = child < batch->bodies.dynamic_end ? i : -1;
    }
    const thud_block_set *set = &batch->sets[THUD_CONSTRAINT_CONTACT];
    int32_t blocks = batch->kinds[batch->kind_count - 1] == THUD_CONSTRAINT_CONTACT ? set->count : 0;
    for (int32_t i = 0; i < blocks; i++) {
        const thud_block_index *index = &set->index[i];
        for (int32_t lane = 0; lane < index->count && contact < end; lane++) {
            int32_t a = (int32_t)(index->a[lane] / thud_record_size),
                    b = (int32_t)(index->b[lane] / thud_record_size);
            if ((links[a] < 0) != (links[b] < 0)) {
                bool is_b = links[b] >= 0;
                contact->block = (thud_contact_block *)set->blocks + i;
                contact->softness = i < set->ground ? &batch->substep->contact : &batch->substep->ground;
                contact->lane = lane;
                contact->body = is_b ? b : a;
                contact->other = is_b ? a : b;
                contact->body_is_b = is_b;
                links[contact++->other]--;
            }
        }
    }
    contact->block = NULL;
    return contact > (thud_tree_contact *)trees->extras;
}

/* ---- rows ---- */

/* The product of a row and the records of its bodies. */
static float along_row(const thud_tree_point *point, const float *body, const float *other) {
    float sum = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        sum += point->body[axis] * body[axis] + point->other[axis] * other[axis];
    }
    return sum;
}

static float mobility_of(const float row[3], const thud_local_mass *inverse) {
    return row[0] * row[0] * inverse->x + row[1] * row[1] * inverse->y + row[2] * row[2] * inverse->angular;
}

static void fill_point(const thud_batch *batch, const thud_tree_contact *contact, int k, bool relaxing,
                       thud_tree_point *point) {
    const thud_contact_block *block = contact->block;
    const thud_substep *substep = batch->substep;
    const thud_batch_bodies *bodies = &batch->bodies;
    int lane = contact->lane;
    float side = contact->body_is_b ? 1.0f : -1.0f, span = (float)k * block->span[lane];
    float lever_a = side * (block->lever_a[lane] + span), lever_b = side * (block->lever_b[lane] + span);
    float x = side * block->normal_x[lane], y = side * block->normal_y[lane];
    memcpy(point->body, (float[3]){x, y, contact->body_is_b ? lever_b : lever_a}, sizeof point->body);
    memcpy(point->other, (float[3]){-x, -y, contact->body_is_b ? -lever_a : -lever_b}, sizeof point->other);
    float of_other = mobility_of(point->other, &bodies->inverse_mass[contact->other]);
    float mobility = mobility_of(point->body, &bodies->inverse_mass[contact->body]) + of_other;
    float compliance = least_softness * mobility;
    float speed = along_row(point, &bodies->velocity[contact->body].linear.x,
                            &bodies->velocity[contact->other].linear.x);
    if (!relaxing) {
        float separation =
            block->points[k].separation[lane] + along_row(point, &bodies->moved[contact->body].translation.x,
                                                          &bodies->moved[contact->other].translation.x);
        float bias = thud_max(contact->softness->bias_rate * separation, -substep->push_out_speed);
        compliance += thud_min(1.0f / contact->softness->mass_scale - 1.0f, most_softness) * mobility;
        speed += thud_max(bias, separation * substep->inverse_h) + compliance * *point->impulse;
    }
    int contacts_of_other = -1 - bodies->link[contact->other];
    bool both_press = block->points[!k].impulse_or_approach[lane] > 0.0f;
    int rows = both_press ? 2 * contacts_of_other : contacts_of_other;
    point->wanted = -(double)speed;
    point->compliance = (double)(compliance + of_other * (float)rows);
}

void thud_fill_tree_points(const thud_batch *batch, const thud_block_set *trees, bool relaxing) {
    for (thud_tree_contact *contact = trees->extras; contact->block != NULL; contact++) {
        for (int k = 0; k < 2; k++) {
            thud_tree_point *point = &contact->points[k];
            point->impulse = &contact->block->points[k].impulse_or_approach[contact->lane];
            point->is_released = *point->impulse <= 0.0f;
            point->change = 0.0;
            fill_point(batch, contact, k, relaxing, point);
        }
    }
}

/* ---- a pass ---- */

void thud_add_tree_points(const thud_batch *batch, const thud_block_set *trees) {
    const int32_t *links = batch->bodies.link;
    for (const thud_tree_contact *contact = trees->extras; contact->block != NULL; contact++) {
        thud_tree_rows *rows = (thud_tree_rows *)trees->blocks + links[contact->body];
        for (int k = 0; k < 2; k++) {
            const thud_tree_point *point = &contact->points[k];
            const float *row = point->body;
            double share = point->is_released ? 0.0 : 1.0 / point->compliance;
            double impulse = point->is_released ? point->change : point->wanted * share;
            for (int i = 0; i < 3; i++) {
                rows->push[i] += (double)row[i] * impulse;
                for (int j = i; j < 3; j++) {
                    rows->body[i][j] += (double)row[i] * (double)row[j] * share;
                }
            }
        }
    }
}

bool thud_release_tree_points(const thud_batch *batch, const thud_block_set *trees, int round) {
    bool any = false;
    for (thud_tree_contact *contact = trees->extras; contact->block != NULL; contact++) {
        const double *change = ((thud_tree_rows *)trees->blocks)[batch->bodies.link[contact->body]].change;
        for (int k = 0; k < 2; k++) {
            thud_tree_point *point = &contact->points[k];
            const float *row = point->body;
            double impulse = (double)*point->impulse;
            if (!point->is_released) {
                double moved =
                    (double)row[0] * change[0] + (double)row[1] * change[1] + (double)row[2] * change[2];
                point->change = (point->wanted - moved) / point->compliance;
                if (point->change + impulse < 0.0 || round == most_rounds) {
                    point->change = -impulse;
                    point->is_released = any = true;
                }
            }
        }
    }
    return any;
}

void thud_push_tree_points(const thud_batch *batch, const thud_block_set *trees) {
    for (const thud_tree_contact *contact = trees->extras; contact->block != NULL; contact++) {
        float *velocity = &batch->bodies.velocity[contact->other].linear.x;
        const thud_local_mass *inverse = &batch->bodies.inverse_mass[contact->other];
        for (int k = 0; k < 2; k++) {
            const thud_tree_point *point = &contact->points[k];
            const float *row = point->other;
            float change = (float)point->change;
            *point->impulse += change;
            velocity[0] += inverse->x * row[0] * change;
            velocity[1] += inverse->y * row[1] * change;
            velocity[2] += inverse->angular * row[2] * change;
        }
    }
}
