// RRT-Connect, Informed RRT* and BIT* of OMPL on the worlds of bench/time.ts, by processor time.
// Build: apt-get install --no-install-recommends libompl-dev; g++ -O3 -march=native -I/usr/include/eigen3 bench/ompl.cpp -o /tmp/ompl -lompl
#include <ompl/base/MotionValidator.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/rrt/InformedRRTstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>
namespace ob = ompl::base;
namespace og = ompl::geometric;

static int d;
static const double *at(const ob::State *s) { return s->as<ob::RealVectorStateSpace::StateType>()->values; }
static double low(int k) { return k == 0 ? 0.4 : -1; }
static double high(int k) { return k == 0 ? 0.6 : k == d - 1 ? 0.7 : 2; }

// Whether a segment meets the wall, exactly, as in the package.
static bool meets(const double *a, const double *b) {
  double from = 0, to = 1;
  for (int k = 0; k < d; k++) {
    double delta = b[k] - a[k];
    if (delta == 0) { if (a[k] < low(k) || a[k] > high(k)) return false; continue; }
    double t = (low(k) - a[k]) / delta, u = (high(k) - a[k]) / delta;
    from = std::max(from, std::min(t, u));
    to = std::min(to, std::max(t, u));
    if (from > to) return false;
  }
  return true;
}
struct Exact : ob::MotionValidator {
  using ob::MotionValidator::MotionValidator;
  bool checkMotion(const ob::State *a, const ob::State *b) const override { return !meets(at(a), at(b)); }
  bool checkMotion(const ob::State *a, const ob::State *b, std::pair<ob::State *, double> &last) const override { last.second = 0; return checkMotion(a, b); }
};
static double seconds() { return clock() / double(CLOCKS_PER_SEC); }

int main() {
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  for (int dimension : {2, 7}) {
    d = dimension;
    for (int kind = 0; kind < 3; kind++) for (double budget : {0.05, 0.2}) {
      const int seeds = kind == 0 ? 400 : 8;
      std::vector<double> times;
      double cost = 0;
      int solved = 0;
      for (int seed = 1; seed <= seeds; seed++) {
        auto space = std::make_shared<ob::RealVectorStateSpace>(d);
        space->setBounds(0, 1);
        og::SimpleSetup setup(space);
        auto info = setup.getSpaceInformation();
        setup.setStateValidityChecker([](const ob::State *s) { return !meets(at(s), at(s)); });
        info->setMotionValidator(std::make_shared<Exact>(info));
        ob::ScopedState<> start(space), goal(space);
        for (int k = 0; k < d; k++) start[k] = goal[k] = 0.1;
        goal[0] = 0.9;
        setup.setStartAndGoalStates(start, goal);
        setup.setOptimizationObjective(std::make_shared<ob::PathLengthOptimizationObjective>(info));
        if (kind == 0) setup.setPlanner(std::make_shared<og::RRTConnect>(info));
        if (kind == 1) setup.setPlanner(std::make_shared<og::InformedRRTstar>(info));
        if (kind == 2) setup.setPlanner(std::make_shared<og::BITstar>(info));
        setup.setup();
        double began = seconds();
        setup.solve(ob::PlannerTerminationCondition([&] { return seconds() - began > budget; }));
        times.push_back(seconds() - began);
        if (setup.haveExactSolutionPath()) { solved++; cost += setup.getSolutionPath().length(); }
      }
      std::sort(times.begin(), times.end());
      printf("d %d  %s within %.0f ms: cost %.3f, median time %.3f ms, %d of %d\n", d, kind == 0 ? "RRT-Connect" : kind == 1 ? "Informed RRT*" : "BIT*", 1000 * budget, cost / solved, 1000 * times[seeds / 2], solved, seeds);
    }
  }
}
